import type { Language } from './language.js';
import { PYTHON } from './python.js';
import { TYPESCRIPT } from './typescript.js';

const BY_ID = {
  python: PYTHON,
  typescript: TYPESCRIPT,
} satisfies Record<string, Language>;

/** The id of a language, as `script_language` has it. What exists for each is a record with these keys. */
export type ScriptLanguage = keyof typeof BY_ID;

/** The languages that scripts are written in. What makes and starts things for them is in records of upper layers. */
export const LANGUAGES: Readonly<Record<ScriptLanguage, Language>> = BY_ID;

export const SCRIPT_LANGUAGES = Object.keys(BY_ID) as readonly ScriptLanguage[];

/** The language of a meta-task that names none. */
export const DEFAULT_LANGUAGE: ScriptLanguage = 'python';

const all = SCRIPT_LANGUAGES.map((id) => LANGUAGES[id]);

const titles = all.map(({ title }) => title);
/** Their names in a sentence: "Python and TypeScript". Every command reads it: the first use of Intl would cost it 3 ms. */
export const LANGUAGE_TITLES = `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`;
/** The usual endings of scripts: `.py`, `.ts`. */
export const SCRIPT_ENDINGS = all.map(({ ending }) => ending);
/** The names of scripts that need no `script` in the definition. */
export const USUAL_SCRIPTS = all.map(({ scriptFile }) => scriptFile);
/** Folders that tools make beside an author's files. */
export const MADE_FOLDERS = all.flatMap(({ madeFolders }) => madeFolders);
/** The phases of a run that has to wait for a container of its image, and that then has it. */
export const IMAGE_PHASES = ['Starting image', 'Running'] as const;

/** Phases that no script has set. */
export const SETUP_PHASES = [
  ...new Set<string>([...IMAGE_PHASES, ...all.flatMap(({ setupPhases }) => setupPhases)]),
];

/** Returns whether a value from outside is the id of a language. */
export function isScriptLanguage(value: unknown): value is ScriptLanguage {
  return typeof value === 'string' && Object.hasOwn(BY_ID, value);
}

/** Returns the language of a script by the name of its file; null if it is not a script. */
export function languageOfFile(name: string): ScriptLanguage | null {
  return SCRIPT_LANGUAGES.find((id) => LANGUAGES[id].scripts.test(name)) ?? null;
}

/** Returns what `make` makes of each language, by its id. */
export function perLanguage<T>(make: (language: ScriptLanguage) => T): Record<ScriptLanguage, T> {
  const made = SCRIPT_LANGUAGES.map((id) => [id, make(id)] as const);
  return Object.fromEntries(made) as Record<ScriptLanguage, T>;
}
