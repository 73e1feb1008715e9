/** Placeholder in an example for what varies: ids, times, the rest of a text, additional members or lines. */
export const ANY = '…';

/**
 * Returns the first difference of `actual` from the example `expected`, as `pointer: why`; null if it matches. In an
 * example, the value "…" matches anything, "…" within a text matches any part of it, a member named "…" any additional
 * members, and a last item "…" any additional items.
 */
export function jsonDifference(expected: unknown, actual: unknown, pointer = ''): string | null {
  if (expected === ANY) return null;
  if (typeof expected === 'string' && typeof actual === 'string')
    return lineMatches(expected, actual) ? null : difference(pointer, expected, actual);
  if (Array.isArray(expected) && Array.isArray(actual))
    return itemDifference(expected, actual, pointer);
  if (isObject(expected) && isObject(actual)) return memberDifference(expected, actual, pointer);
  return Object.is(expected, actual) ? null : difference(pointer, expected, actual);
}

function itemDifference(expected: unknown[], actual: unknown[], pointer: string): string | null {
  const open = expected.at(-1) === ANY;
  const items = open ? expected.slice(0, -1) : expected;
  if (open ? actual.length < items.length : actual.length !== items.length)
    return difference(pointer, expected, actual);
  return first(
    items.map((item, index) => jsonDifference(item, actual[index], `${pointer}/${index}`)),
  );
}

function memberDifference(
  expected: Record<string, unknown>,
  actual: Record<string, unknown>,
  pointer: string,
): string | null {
  const strange = Object.keys(actual).find((key) => !(key in expected));
  if (strange !== undefined && !(ANY in expected))
    return `${pointer}/${strange}: is not in the example`;
  const names = Object.keys(expected).filter((key) => key !== ANY);
  return first(
    names.map((key) =>
      key in actual
        ? jsonDifference(expected[key], actual[key], `${pointer}/${key}`)
        : `${pointer}/${key}: is only in the example`,
    ),
  );
}

/** Returns whether a text matches an example; a line with only "…" stands for any number of lines. */
export function textMatches(expected: string, actual: string): boolean {
  const pattern = tidy(expected)
    .split('\n')
    .map((line) => (line.trim() === ANY ? '(?:.*\\n)*?' : `${linePattern(line)}\\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${tidy(actual)}\n`);
}

function lineMatches(expected: string, actual: string): boolean {
  return new RegExp(`^${linePattern(expected)}$`, 's').test(actual);
}

function linePattern(line: string): string {
  return line
    .split(ANY)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*?');
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/^\n+|\n+$/g, '');
}

function difference(pointer: string, expected: unknown, actual: unknown): string {
  return `${pointer || '/'}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`;
}

function first(differences: (string | null)[]): string | null {
  return differences.find((difference) => difference !== null) ?? null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
