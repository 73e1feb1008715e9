import type { Config } from '../../../base/config/settings.js';
import type { ScriptLanguage } from '../../../base/languages/index.js';
import type { LanguageChecker } from './language-checker.js';
import { PythonChecker } from './python.checker.js';
import { TypeScriptChecker } from './typescript.checker.js';

/** Makes the checker of each language for `metarun check` and what checks before it runs or deploys. */
export const LANGUAGE_CHECKERS: Readonly<
  Record<ScriptLanguage, new (config: Config) => LanguageChecker>
> = {
  python: PythonChecker,
  typescript: TypeScriptChecker,
};
