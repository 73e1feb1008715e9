import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openTypeImport } from './type-imports.js';

/** The specifier of a relative import, including type imports. */
const RELATIVE_IMPORT = /\bfrom\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/**
 * Returns the text of the author's files by path: the files in the bundle, and the files from which only types are
 * imported, which the bundle does not contain. `paths` and the keys are relative to `root`. Files that are not UTF-8
 * are skipped.
 */
export async function readSources(
  root: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sources.has(path)) continue;
    const file = join(root, path);
    const bytes = await readFile(file).catch(() => null);
    const text = bytes?.toString();
    if (bytes === null || text === undefined || !Buffer.from(text).equals(bytes)) continue;
    sources.set(path, text);
    for (const [, specifier = ''] of text.matchAll(RELATIVE_IMPORT)) {
      const imported = /\.[cm]?tsx?$/.test(path) ? openTypeImport(specifier, file) : null;
      if (imported !== null) waiting.push(relative(root, imported.file));
    }
  }
  return sources;
}
