/** The pattern of identifiers, which stand in URLs and in task names. */
export const IDENTIFIER_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * Returns an identifier made from a display name: `Q3 Report!` -> `q3-report`; `number` above 1 is appended. `unnamed`: of a
 * name without a letter or digit.
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
