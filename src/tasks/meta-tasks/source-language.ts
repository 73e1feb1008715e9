import { languageOfFile, SCRIPT_LANGUAGES } from '../../base/languages/index.js';

/** Languages of files among the sources of a version, for their display. */
export const SOURCE_LANGUAGES = [...SCRIPT_LANGUAGES, 'javascript', 'json', 'text'] as const;
export type SourceLanguage = (typeof SOURCE_LANGUAGES)[number];

/** Returns the language of a file by its name. */
export function sourceLanguage(path: string): SourceLanguage {
  const script = languageOfFile(path);
  if (script !== null) return script;
  // Declarations, and files with markup, are not scripts.
  if (/\.([cm]?ts|tsx)$/.test(path)) return 'typescript';
  if (/\.([cm]?js|jsx)$/.test(path)) return 'javascript';
  return path.endsWith('.json') ? 'json' : 'text';
}
