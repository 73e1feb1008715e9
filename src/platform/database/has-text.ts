/** Returns the SQL of whether a column has a text, in whatever case; `place` is that of the text's {@link patternOf}. */
export function hasText(column: string, place = '?'): string {
  return `LOWER(${column}) LIKE LOWER(${place}) ESCAPE '\\'`;
}

/** Returns the pattern of LIKE for what has a text; the signs of the text stand for themselves. */
export function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
