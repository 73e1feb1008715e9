import type { ScriptLanguage } from '../../base/languages/index.js';
import { PYTHON_MAKER } from './python/python.maker.js';
import type { RuntimeMaker } from './runtime-maker.js';
import { TYPESCRIPT_MAKER } from './typescript/typescript.maker.js';

/** The maker of each language's runtime, for servers and commands. */
export const RUNTIME_MAKERS: Readonly<Record<ScriptLanguage, RuntimeMaker>> = {
  python: PYTHON_MAKER,
  typescript: TYPESCRIPT_MAKER,
};
