import { stdout } from './output.js';
import { plainText } from './plain-text.js';

/** Maximum number of lines shown of a value. */
const MOST_LINES = 60;

/** Prints the document of a command with `--json`. */
export function printJson(document: unknown): void {
  stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** Formats a value as JSON for a terminal: sanitised, and limited to MOST_LINES lines. */
export function shownJson(value: unknown, indent = ''): string {
  const lines = plainText(JSON.stringify(value, null, 2)).split('\n');
  const shown = lines.slice(0, MOST_LINES).map((line) => `${indent}${line}\n`);
  const left = lines.length - MOST_LINES;
  if (left > 0) shown.push(`${indent}… ${left} more lines: --json shows all\n`);
  return shown.join('');
}
