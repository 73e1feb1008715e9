import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  LANGUAGES,
  languageOfFile,
  SCRIPT_LANGUAGES,
  type ScriptLanguage,
} from '../../base/languages/index.js';

/** Returns the languages that a script or a folder may be in, by the names of files alone. A wrong guess costs time alone. */
export function likelyLanguages(path: string): ScriptLanguage[] {
  const named = languageOfFile(path);
  if (named !== null) return [named];
  return SCRIPT_LANGUAGES.filter((each) => existsSync(join(path, LANGUAGES[each].scriptFile)));
}

/** Returns the one language that a script or a folder may be in; null where it has to be read. */
export function likelyLanguage(path: string): ScriptLanguage | null {
  const [only = null, second] = likelyLanguages(path);
  return second === undefined ? only : null;
}
