import { LANGUAGES, type ScriptLanguage } from '../../../base/languages/index.js';
import { countValues } from '../../../base/kernel/count-values.js';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { splitPython } from './python-script.js';

/** The files that a script was made from, by their paths in stacks. */
export interface ScriptSources {
  /** The file with `run`; the first of `files`. */
  entry: string;
  files: ReadonlyMap<string, string>;
  /** False for a bundle without the author's files. */
  areWritten: boolean;
}

/** Maximum number of an author's files, and of values in a source map; beyond them, a bundle is treated as one file. */
const MAX_FILES = 2_000;
const MAX_MAP_VALUES = 250_000;

const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/;

/** Returns the files that the author of a script wrote, according to the script itself. */
export function scriptSources(script: string, language: ScriptLanguage): ScriptSources {
  const { scriptFile: entry } = LANGUAGES[language];
  const map = bundleMap(script);
  if (map === null) {
    const { source, files } = splitPython(script);
    return { entry, files: new Map([[entry, source], ...files]), areWritten: true };
  }
  const own = ownSources(map);
  return own === null
    ? { entry, files: new Map([[entry, script]]), areWritten: false }
    : { ...own, areWritten: true };
}

/**
 * Returns the author's files from the source map of a bundle; null without any, or if the script is not a bundle.
 */
export function bundledSources(script: string): Omit<ScriptSources, 'areWritten'> | null {
  return ownSources(bundleMap(script));
}

function ownSources(map: Json): Omit<ScriptSources, 'areWritten'> | null {
  if (!isJsonObject(map)) return null;
  const { sources, sourcesContent: contents, x_entry: entry } = map;
  if (!Array.isArray(sources) || !Array.isArray(contents) || typeof entry !== 'string') return null;
  if (sources.length > MAX_FILES) return null;
  const found = new Map<string, string>();
  for (const [index, source] of sources.entries()) {
    const content = contents[index];
    if (typeof source === 'string' && typeof content === 'string') found.set(source, content);
  }
  const main = found.get(entry);
  return main === undefined ? null : { entry, files: new Map([[entry, main], ...found]) };
}

function bundleMap(script: string): Json {
  const [, encoded] = INLINE_MAP.exec(script) ?? [];
  if (encoded === undefined) return null;
  return parseMap(Buffer.from(encoded, 'base64').toString());
}

/**
 * Returns the JSON of a source map; null if the text is not JSON or has so many values that they would exhaust the
 * memory.
 */
export function parseMap(text: string): Json {
  if (countValues(text) > MAX_MAP_VALUES) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
