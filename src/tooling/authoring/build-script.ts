import type { ScriptLanguage } from '../../base/languages/index.js';
import { placeInPython, splitPython } from '../../sandbox/bundling/python-script.js';
import { asItIs, type BuiltScript } from './built-script.js';
import { bundlePython } from './bundle-python.js';
import { bundleScript } from './bundle-script.js';
import type { MetaTaskFolder } from './meta-task-folder.js';
import { MAX_SCRIPT_BYTES, readText } from './text-file.js';

/** A script and its further files, by their paths from its folder. */
export interface SplitScript {
  source: string;
  files: ReadonlyMap<string, string>;
}

/** The way in which the author's files become one script, and back. */
interface ScriptFormat {
  build(source: string, file: string): Promise<BuiltScript>;
  split(script: string): SplitScript;
  /** Returns where a line of the script stands, `file` null for the script's own; null if that is not known. */
  place: ((script: string, line: number) => { file: string | null; line: number }) | null;
}

const FORMATS: Readonly<Record<ScriptLanguage, ScriptFormat>> = {
  python: { build: bundlePython, split: splitPython, place: placeInPython },
  typescript: { build: bundleScript, split: whole, place: null },
};

/** Returns a script that is one file. */
function whole(source: string): SplitScript {
  return { source, files: new Map() };
}

/** Returns the script of a meta-task as a server takes it. Throws GuidedError. */
export async function buildScript({ language, scriptFile }: MetaTaskFolder): Promise<BuiltScript> {
  const source = await readText(scriptFile, MAX_SCRIPT_BYTES);
  return language === null ? asItIs(source) : FORMATS[language].build(source, scriptFile);
}

/** Returns a script of a server as files, so that {@link buildScript} makes it of them again. */
export function splitScript(language: ScriptLanguage, script: string): SplitScript {
  return FORMATS[language].split(script);
}

/** Returns the function by which lines of a built script are found in the author's files; null where that is not possible. */
export function placesOf(language: ScriptLanguage | null): ScriptFormat['place'] {
  return language === null ? null : FORMATS[language].place;
}
