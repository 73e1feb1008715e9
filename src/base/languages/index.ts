import type { Language } from './language.js';
import { PYTHON } from './python.js';
import { TYPESCRIPT } from './typescript.js';

const BY_ID = {
  python: PYTHON,
  typescript: TYPESCRIPT,
} satisfies Record<string, Language>;

/** The id of a language, as in `script_language`. Each record of languages has these keys. */
export type ScriptLanguage = keyof typeof BY_ID;

/** The languages of scripts. Records in upper layers hold what creates and starts things for them. */
export const LANGUAGES: Readonly<Record<ScriptLanguage, Language>> = BY_ID;

export const SCRIPT_LANGUAGES = Object.keys(BY_ID) as readonly ScriptLanguage[];

/** The language of a meta-task that does not name one. */
export const DEFAULT_LANGUAGE: ScriptLanguage = 'python';

const all = SCRIPT_LANGUAGES.map((id) => LANGUAGES[id]);

const titles = all.map(({ title }) => title);
/**
 * Titles of the languages as a phrase: "Python and TypeScript". Every command reads it, and the first use of Intl would
 * cost 3 ms.
 */
export const LANGUAGE_TITLES = `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
/** Usual file extensions of scripts: `.py`, `.ts`. */
export const SCRIPT_ENDINGS = all.map(({ ending }) => ending);
/** Names of scripts that need no `script` in the definition. */
export const USUAL_SCRIPTS = all.map(({ scriptFile }) => scriptFile);
/** Folders that tools create beside an author's files. */
export const MADE_FOLDERS = all.flatMap(({ madeFolders }) => madeFolders);
/** Phases of a run that waits for a container of its image, and that then has it. */
export const IMAGE_PHASES = ['Starting image', 'Running'] as const;

/** Phases that are not set by scripts. */
export const SETUP_PHASES = [
  ...new Set<string>([...IMAGE_PHASES, ...all.flatMap(({ setupPhases }) => setupPhases)]),
];

/** Returns whether an external value is the id of a language. */
export function isScriptLanguage(value: unknown): value is ScriptLanguage {
  return typeof value === 'string' && Object.hasOwn(BY_ID, value);
}

/** Returns the language of a script by its file name; null if the file is not a script. */
export function languageOfFile(name: string): ScriptLanguage | null {
  return SCRIPT_LANGUAGES.find((id) => LANGUAGES[id].scripts.test(name)) ?? null;
}

/** Returns the results of `make` for all languages, by id. */
export function perLanguage<T>(make: (language: ScriptLanguage) => T): Record<ScriptLanguage, T> {
  const made = SCRIPT_LANGUAGES.map((id) => [id, make(id)] as const);
  return Object.fromEntries(made) as Record<ScriptLanguage, T>;
}
