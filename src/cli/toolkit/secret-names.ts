const ASKED = /\bsecrets\s*\.\s*get\s*\(\s*(["'`])([A-Za-z0-9_]{1,200})\1/g;

/** Names of secrets that a script asks for in so many words, in either language; sorted. */
export function secretNames(script: string): string[] {
  return [...new Set([...script.matchAll(ASKED)].map(([, , name = '']) => name))].toSorted();
}
