const ASKED = /\bsecrets\s*\.\s*get\s*\(\s*(["'`])([A-Za-z0-9_]{1,200})\1/g;

/** Returns the sorted names of secrets that a script reads by literal name, in either language. */
export function secretNames(script: string): string[] {
  return [...new Set([...script.matchAll(ASKED)].map(([, , name = '']) => name))].toSorted();
}
