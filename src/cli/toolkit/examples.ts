/** Formats the examples at the end of a command's help. */
export function examples(rows: readonly (readonly [typed: string, does: string])[]): string {
  return `\nExamples:\n${rows.map(([typed, does]) => `  $ ${typed}\n      ${does}`).join('\n')}\n`;
}
