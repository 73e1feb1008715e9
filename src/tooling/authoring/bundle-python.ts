import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { GuidedError } from '../../base/kernel/guided-error.js';
import { importedModules, joinPython } from '../../sandbox/runtime/sources/python-script.js';
import { ownFile, shownPath } from './author-path.js';
import type { BuiltScript } from './built-script.js';
import { MAX_WRITTEN_BYTES } from '../../base/languages/script-size.js';
import { readText } from './text-file.js';

/** Same limit as in the guest. */
const MAX_FILES = 200;
const DOCS = 'bundling.md#python';

/**
 * Returns a Python script and the files that it imports from its folder and below as one text. Files are found by the
 * imports in the text; nothing is run. Throws GuidedError.
 */
export async function bundlePython(source: string, scriptFile: string): Promise<BuiltScript> {
  const folder = dirname(scriptFile);
  const own = basename(scriptFile);
  const files = new Map<string, string>();
  const asked = new Set<string>();
  const todo = [{ text: source, file: own }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop())
    for (const module of importedModules(next.text, next.file))
      for (const path of candidates(module)) {
        if (asked.has(path) || path === own) continue;
        asked.add(path);
        const text = await readOwn(folder, path);
        if (text === null) continue;
        files.set(path, text);
        if (files.size > MAX_FILES) throw refusal(`A script may have ${MAX_FILES} further files.`);
        todo.push({ text, file: path });
      }
  const script = joinPython({ source: source.replace(/^\ufeff/, ''), files });
  const bytes = Buffer.byteLength(script);
  if (files.size > 0 && bytes > MAX_WRITTEN_BYTES)
    throw refusal(
      `${shownPath(scriptFile)} has ${bytes} bytes with the files that it imports; ${MAX_WRITTEN_BYTES} are the most. The largest of them: ${largest(files)}.`,
    );
  return { script: files.size === 0 ? source : script, notes: [] };
}

/** Returns the paths of the files that an import of a module may run: its own and those of its parent packages. */
function candidates(module: string): string[] {
  const parts = module.split('.');
  if (parts[0] === 'metarun') return [];
  return parts.flatMap((_part, index) => {
    const place = parts.slice(0, index + 1).join('/');
    return [`${place}.py`, `${place}/__init__.py`];
  });
}

/** Returns the text of a file of the author's folder, or null. */
async function readOwn(folder: string, path: string): Promise<string | null> {
  const full = join(folder, path);
  if (!(await stat(full).catch(() => null))?.isFile()) return null;
  const own = await ownFile(folder, path);
  if ('refused' in own) throw refusal(`${shownPath(full)} ${own.refused}.`);
  return (await readText(own.path, MAX_WRITTEN_BYTES)).replace(/^\ufeff/, '');
}

function largest(files: ReadonlyMap<string, string>): string {
  return [...files]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 5)
    .map(([path, text]) => `${path} (${Buffer.byteLength(text)} bytes)`)
    .join(', ');
}

function refusal(message: string): GuidedError {
  return new GuidedError(message, { code: 'too_large', docs: DOCS });
}
