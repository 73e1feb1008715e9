/** The prefix that allows every registry. */
const ANY = '*';
/** A registry, with a part of a repository or without. */
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9.-]*(:\d{1,5})?(\/[a-z0-9._-]+)*\/?$/;

/** Returns the prefixes of a setting, without slashes behind; null where one cannot begin a reference. */
export function readPrefixes(text: string): readonly string[] | null {
  const given = text === '' ? [] : text.split(',').map((prefix) => prefix.trim());
  if (!given.every((prefix) => prefix === ANY || PREFIX.test(prefix))) return null;
  return given.map((prefix) => prefix.replace(/\/$/, ''));
}

/** Returns whether a repository, with its registry, is one of those that begin with a prefix. A prefix ends with a whole part. */
export function isAllowed(repository: string, prefixes: readonly string[]): boolean {
  return prefixes.some(
    (prefix) => prefix === ANY || repository === prefix || repository.startsWith(`${prefix}/`),
  );
}
