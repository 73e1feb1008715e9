import { fileURLToPath } from 'node:url';

/** The folder of the package, whether this runs from src/ or from dist/. */
const packageRoot = new URL('../../', import.meta.url);

/** A file or folder of the package, such as `templates`. */
export function packagePath(path: string): string {
  return fileURLToPath(new URL(path, packageRoot));
}

/** Built guest code; `npm run build` makes it. */
export function guestDir(
  guest: 'python' | 'python-author' | 'typescript' | 'sandbox' | 'conversion',
): string {
  return packagePath(`dist/runtimes/${guest}`);
}
