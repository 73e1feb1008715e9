/**
 * Returns SQL that is true if a column contains a text, ignoring case; `place` is the placeholder of the text's
 * {@link buildLikePattern}.
 */
export function hasText(column: string, place = '?'): string {
  return `LOWER(${column}) LIKE LOWER(${place}) ESCAPE '\\'`;
}

/** Returns the LIKE pattern for values that contain a text, whose characters are all taken literally. */
export function buildLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
