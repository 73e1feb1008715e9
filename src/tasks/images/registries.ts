/** Prefix that allows every registry. */
const ANY = '*';
/** A registry, optionally with the beginning of a repository path. */
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9.-]*(:\d{1,5})?(\/[a-z0-9._-]+)*\/?$/;

/** Returns the prefixes of a setting without trailing slashes; null if one of them is invalid. */
export function readPrefixes(text: string): readonly string[] | null {
  const given = text === '' ? [] : text.split(',').map((prefix) => prefix.trim());
  if (!given.every((prefix) => prefix === ANY || PREFIX.test(prefix))) return null;
  return given.map((prefix) => prefix.replace(/\/$/, ''));
}

/** Returns whether a repository, including its registry, matches a prefix. Prefixes match whole path segments. */
export function isAllowed(repository: string, prefixes: readonly string[]): boolean {
  return prefixes.some(
    (prefix) => prefix === ANY || repository === prefix || repository.startsWith(`${prefix}/`),
  );
}
