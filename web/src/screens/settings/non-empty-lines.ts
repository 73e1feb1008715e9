/** Returns the non-empty lines of a list field. Entries may contain spaces, so they are separated by line breaks. */
export function splitNonEmptyLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
