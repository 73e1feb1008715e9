import { posix } from 'node:path';
import { bundledSources } from '../../sandbox/runtime/sources/script-sources.js';
import type { AuthorFiles } from './author-files.js';

/** Deep enough that no path of a source leads out of it. */
const ROOT = `/${'r/'.repeat(32)}`;
/** Names at the top of a pulled folder that are reserved. */
const TAKEN = ['metatask.yaml', 'params.json', 'workspace'];

/**
 * Returns the author's files from the source map of a bundle; null for a script that is not a bundle or lacks some of
 * them. The text is another person's: every path stays below the folder.
 */
export function authorSources(script: string): AuthorFiles | null {
  const bundled = bundledSources(script);
  if (bundled === null) return null;
  const found = new Map(
    [...bundled.files].map(([source, content]) => [posix.join(ROOT, source), content]),
  );
  const main = posix.join(ROOT, bundled.entry);
  const above = commonFolder([...found.keys()]);
  const files = new Map(
    [...found].map(([path, content]) => [posix.relative(above, path), content]),
  );
  if (![...files.keys()].every(isUsable)) return null;
  return { entry: posix.relative(above, main), files };
}

function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map((path) => posix.dirname(path));
  let common = first;
  const holds = (folder: string): boolean => folder === common || folder.startsWith(`${common}/`);
  while (common !== '/' && !others.every(holds)) common = posix.dirname(common);
  return common;
}

function isUsable(path: string): boolean {
  const parts = path.split('/');
  if (TAKEN.includes(parts[0] ?? '')) return false;
  return parts.every((part) => part !== '' && !part.startsWith('.') && !/[\p{C}\\]/u.test(part));
}
