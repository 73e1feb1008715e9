import { relative } from 'node:path';
import { packagePath } from '../../base/kernel/package-root.js';

/** Where a reader finds a page of the docs, which are a part of the package. `page`: `cli.md#exit-codes`. */
export function docsPage(page: string): string {
  // An anchor is no part of a path.
  const [file = '', anchor] = page.split('#');
  const path = packagePath(`docs/${file}`) + (anchor === undefined ? '' : `#${anchor}`);
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}
