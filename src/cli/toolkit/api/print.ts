import { plainLine } from '../plain-text.js';
import { printJson } from '../print-json.js';
import { shortId } from '../short-id.js';
import { table } from '../table.js';
import { measureColumns } from '../terminal.js';
import { relativeTime } from '../units.js';
import { stderr, stdout } from '../output.js';

/** Columns of a table by heading. Null is an empty cell. */
export type Columns<T> = Readonly<Record<string, (item: T) => string | number | null>>;

/** Prints items as a table, or as one document `{<key>: […]}`. */
export function printList<T>(
  key: string,
  items: readonly T[],
  columns: Columns<T>,
  { json = false, more = false }: { json?: boolean; more?: boolean },
): void {
  if (json) return printJson({ [key]: items, ...(more && { more }) });
  if (items.length === 0) {
    stderr.write('There are none.\n');
    return;
  }
  const rows = items.map((item) => Object.values(columns).map((cell) => cellText(cell(item))));
  const width = stdout.isTTY ? measureColumns(stdout) : Infinity;
  stdout.write(table(Object.keys(columns), rows, width));
  if (more) stderr.write('There are more: --limit\n');
}

/** Prints an object as lines of names and values, or as JSON. Null values are left out. */
export function printOne(
  document: object,
  lines: Readonly<Record<string, string | number | null>>,
  { json = false }: { json?: boolean },
): void {
  if (json) return printJson(document);
  const shown = Object.entries(lines).filter(([, value]) => value !== null);
  const wide = Math.max(...shown.map(([name]) => name.length));
  for (const [name, value] of shown)
    stdout.write(`${name.padEnd(wide)}  ${plainLine(String(value))}\n`);
}

/** Prints a confirmation, or the JSON document. */
export function printDone(
  text: string,
  document: object,
  { json = false }: { json?: boolean },
): void {
  if (json) printJson(document);
  else stdout.write(`✓ ${plainLine(text)}\n`);
}

/** Prints the warnings of a response on standard error. */
export function printWarnings(warnings: readonly string[]): void {
  for (const warning of warnings) stderr.write(`warning: ${plainLine(warning)}\n`);
}

/**
 * Prints a credential alone on standard output, for use in scripts, and how to use it on standard error; or the JSON
 * document.
 */
export function printCredential(
  credential: string,
  document: object,
  { json = false }: { json?: boolean },
  advice = 'It is shown only once: keep it where no other user can read it.',
): void {
  if (json) return printJson(document);
  stdout.write(`${credential}\n`);
  stderr.write(`${advice}\n`);
}

/** Returns an id for a table: its end on a terminal, the full id elsewhere. */
export function idCell(id: string): string {
  return stdout.isTTY ? shortId(id) : id;
}

export function timeCell(time: string | null): string {
  return time === null ? '' : relativeTime(time);
}

function cellText(value: string | number | null): string {
  return value === null ? '' : plainLine(String(value));
}
