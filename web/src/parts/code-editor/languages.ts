import type { Extension } from '@codemirror/state';

export type ScriptLanguage = 'python' | 'typescript';

/** Each language comes when a script of it is edited: most are of one. */
const LANGUAGES: Readonly<Record<ScriptLanguage, () => Promise<Extension>>> = {
  python: async () => (await import('./language-python.js')).support,
  typescript: async () => (await import('./language-typescript.js')).support,
};

/** Returns what colours and indents scripts of a language. */
export function languageSupport(language: ScriptLanguage): Promise<Extension> {
  return LANGUAGES[language]();
}
