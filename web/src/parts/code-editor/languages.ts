import type { Extension } from '@codemirror/state';

export type ScriptLanguage = 'python' | 'typescript';

/** Loaders of the languages. Each is loaded when a script in it is edited, since most projects use only one. */
const LANGUAGES: Readonly<Record<ScriptLanguage, () => Promise<Extension>>> = {
  python: async () => (await import('./language-python.js')).support,
  typescript: async () => (await import('./language-typescript.js')).support,
};

/** Returns the highlighting and indentation of a language. */
export function languageSupport(language: ScriptLanguage): Promise<Extension> {
  return LANGUAGES[language]();
}
