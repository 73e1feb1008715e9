import { relative } from 'node:path';
import { packagePath } from '../../config/paths.js';

/** Where a reader finds a page of the docs, which are a part of the package. `page`: `cli.md#exit-codes`. */
export function docsPage(page: string): string {
  const path = packagePath(`docs/${page}`);
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}
