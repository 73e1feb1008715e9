import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package, whether this runs from src/, from dist/modules/ or from a bundle. */
export const PACKAGE_ROOT = rootAbove(fileURLToPath(import.meta.url));

/** Returns the path of a file or folder of the package, such as `templates`. */
export function packagePath(path: string): string {
  return join(PACKAGE_ROOT, path);
}

/** Returns the nearest folder above a path that contains a package.json. */
function rootAbove(path: string): string {
  const folder = dirname(path);
  if (folder === path) throw new Error('metarun runs outside of its package: no package.json');
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(folder);
}
