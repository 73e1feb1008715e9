/** Maximum length of an identifier in characters. */
export const MAX_IDENTIFIER_LENGTH = 100;
/** Pattern of identifiers, which are part of URLs and task names. */
export const IDENTIFIER_PATTERN = new RegExp(
  `^[A-Za-z0-9][A-Za-z0-9._-]{0,${MAX_IDENTIFIER_LENGTH - 1}}$`,
);

/**
 * Returns an identifier made from a display name, such as `q3-report` for `Q3 Report!`; a `number` above 1 is appended.
 * `unnamed` is used for a name that has no letter or digit.
 */
export function identifierFor(name: string, number: number, unnamed = 'meta-task'): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');
  const base = words === '' ? unnamed : words;
  return number === 1 ? base : `${base}-${number}`;
}
