import { relative } from 'node:path';
import { packagePath } from '../../base/kernel/package-root.js';

/** Returns the location of a documentation page in the package. `page` is like `cli.md#exit-codes`. */
export function docsPage(page: string): string {
  const [file = '', anchor] = page.split('#');
  const path = packagePath(`docs/${file}`) + (anchor === undefined ? '' : `#${anchor}`);
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}
