import { languageOfFile, LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import type { CompileTarget } from '../../sandbox/runtime/protocol.js';
import { placeInPython, splitPython } from '../../sandbox/runtime/sources/python-script.js';
import type { AuthorFiles } from './author-files.js';
import { authorSources } from './author-sources.js';
import { asItIs, type BuiltScript } from './built-script.js';
import { bundlePython } from './bundle-python.js';
import { bundleScript } from './bundle-script.js';
import { selectCompileTarget } from './image-binding.js';
import type { MetaTaskFolder } from './meta-task-folder.js';
import { readScript } from './read-script.js';

/** Converts the author's files to one script, and back. */
interface ScriptFormat {
  build(source: string, file: string, target: CompileTarget): Promise<BuiltScript>;
  split(script: string, language: ScriptLanguage): AuthorFiles | null;
  /** Returns the place of a line of the script, with `file` null for the script itself; null if it is unknown. */
  place: ((script: string, line: number) => { file: string | null; line: number }) | null;
}

const FORMATS: Readonly<Record<ScriptLanguage, ScriptFormat>> = {
  python: { build: bundlePython, split: pythonFiles, place: placeInPython },
  typescript: { build: bundleScript, split: authorSources, place: null },
};

function pythonFiles(script: string, language: ScriptLanguage): AuthorFiles | null {
  const { source, files } = splitPython(script);
  if (files.size === 0) return null;
  const entry = LANGUAGES[language].scriptFile;
  const further = [...files].filter(([path]) => languageOfFile(path) === language);
  return { entry, files: new Map([[entry, source], ...further]) };
}

/** Returns the script of a meta-task in the form that a server takes. Throws GuidedError. */
export async function buildScript(metaTask: MetaTaskFolder): Promise<BuiltScript> {
  const { language, scriptFile } = metaTask;
  const source = await readScript(scriptFile, language);
  if (language === null) return asItIs(source);
  return FORMATS[language].build(source, scriptFile, selectCompileTarget(metaTask));
}

/** Returns the files of which a server's script was made; null if it was one file, or if they are unknown. */
export function splitScript(language: ScriptLanguage, script: string): AuthorFiles | null {
  return FORMATS[language].split(script, language);
}

/** Returns the function that finds the lines of a built script in the author's files; null if that is not possible. */
export function selectLineLocator(language: ScriptLanguage | null): ScriptFormat['place'] {
  return language === null ? null : FORMATS[language].place;
}
