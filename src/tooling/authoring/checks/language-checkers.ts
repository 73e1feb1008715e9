import type { Config } from '../../../base/config/settings.js';
import type { ScriptLanguage } from '../../../base/languages/index.js';
import type { LanguageChecker } from './language-checker.js';
import { PythonChecker } from './python.checker.js';
import { TypeScriptChecker } from './typescript.checker.js';

/** The checker of each language, for `metarun check` and for commands that check before they run or deploy. */
export const LANGUAGE_CHECKERS: Readonly<
  Record<ScriptLanguage, new (config: Config) => LanguageChecker>
> = {
  python: PythonChecker,
  typescript: TypeScriptChecker,
};
