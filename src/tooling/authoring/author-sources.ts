import { posix } from 'node:path';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import type { AuthorFiles } from './author-files.js';

const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/;
/** Deep enough that no path of a source leads out of it. */
const ROOT = `/${'r/'.repeat(32)}`;
/** Names at the top of a pulled folder that it has for itself. */
const TAKEN = ['metatask.yaml', 'params.json', 'workspace'];

/**
 * Returns the author's files that a bundle has within its source map; null for a script that is no bundle, or that has not
 * all of them. The text is another person's: a path leads nowhere else than below the folder.
 */
export function authorSources(script: string): AuthorFiles | null {
  const map = mapOf(script);
  if (!isJsonObject(map)) return null;
  const { sources, sourcesContent: contents, x_entry: entry } = map;
  if (!Array.isArray(sources) || !Array.isArray(contents) || typeof entry !== 'string') return null;
  const found = new Map<string, string>();
  for (const [index, source] of sources.entries()) {
    const content = contents[index];
    if (typeof source === 'string' && typeof content === 'string')
      found.set(posix.join(ROOT, source), content);
  }
  const main = posix.join(ROOT, entry);
  if (!found.has(main)) return null;
  const above = commonFolder([...found.keys()]);
  const files = new Map(
    [...found].map(([path, content]) => [posix.relative(above, path), content]),
  );
  if (![...files.keys()].every(isUsable)) return null;
  return { entry: posix.relative(above, main), files };
}

function mapOf(script: string): Json {
  const [, encoded] = INLINE_MAP.exec(script) ?? [];
  if (encoded === undefined) return null;
  try {
    return JSON.parse(Buffer.from(encoded, 'base64').toString()) as Json;
  } catch {
    return null;
  }
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
