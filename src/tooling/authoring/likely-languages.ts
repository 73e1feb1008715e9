import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  LANGUAGES,
  languageOfFile,
  SCRIPT_LANGUAGES,
  type ScriptLanguage,
} from '../../base/languages/index.js';

/** Returns the languages that a script or a folder may use, by file names alone. A wrong guess only costs time. */
export function likelyLanguages(path: string): ScriptLanguage[] {
  const named = languageOfFile(path);
  if (named !== null) return [named];
  return SCRIPT_LANGUAGES.filter((each) => existsSync(join(path, LANGUAGES[each].scriptFile)));
}

/** Returns the only language that a script or a folder may use; null if it has to be read. */
export function likelyLanguage(path: string): ScriptLanguage | null {
  const [only = null, second] = likelyLanguages(path);
  return second === undefined ? only : null;
}
