import { stdout } from './output.js';
import { plainText } from './plain-text.js';

/** Lines of a value that people are shown. */
const MOST_LINES = 60;

/** The one document of a command with `--json`. */
export function printJson(document: unknown): void {
  stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** A value for people: as JSON, cut after some lines, as no terminal takes harm from it. */
export function shownJson(value: unknown, indent = ''): string {
  const lines = plainText(JSON.stringify(value, null, 2)).split('\n');
  const shown = lines.slice(0, MOST_LINES).map((line) => `${indent}${line}\n`);
  const left = lines.length - MOST_LINES;
  if (left > 0) shown.push(`${indent}… ${left} more lines: --json shows all\n`);
  return shown.join('');
}
