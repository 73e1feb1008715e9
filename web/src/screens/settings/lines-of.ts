/** Returns the lines of a field that is a list, without empty ones. Entries may have spaces, so each stands on a line of its own. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
