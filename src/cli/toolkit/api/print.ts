import { plainLine } from '../plain-text.js';
import { printJson } from '../print-json.js';
import { shortId } from '../short-id.js';
import { table } from '../table.js';
import { columnsOf } from '../terminal.js';
import { relativeTime } from '../units.js';
import { stderr, stdout } from '../output.js';

/** Columns of a table by their headings; null is an empty cell. */
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
  const width = stdout.isTTY ? columnsOf(stdout) : Infinity;
  stdout.write(table(Object.keys(columns), rows, width));
  if (more) stderr.write('There are more: --limit\n');
}

/** Prints one thing as lines of name and value, or as the document. A value that is null is left out. */
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

/** Prints what has been done, or the document of it. */
export function printDone(
  text: string,
  document: object,
  { json = false }: { json?: boolean },
): void {
  if (json) printJson(document);
  else stdout.write(`✓ ${plainLine(text)}\n`);
}

/** Prints on standard error what a server answers beside what it has done. */
export function printWarnings(warnings: readonly string[]): void {
  for (const warning of warnings) stderr.write(`warning: ${plainLine(warning)}\n`);
}

/** Prints a credential alone, so that a script can take it, and on standard error what to do with it; or the document. */
export function printCredential(
  credential: string,
  document: object,
  { json = false }: { json?: boolean },
  advice = 'It is shown this once: keep it where no other user can read it.',
): void {
  if (json) return printJson(document);
  stdout.write(`${credential}\n`);
  stderr.write(`${advice}\n`);
}

/** An id as a table shows it: its end on a terminal, all of it elsewhere. */
export function idCell(id: string): string {
  return stdout.isTTY ? shortId(id) : id;
}

export function timeCell(time: string | null): string {
  return time === null ? '' : relativeTime(time);
}

function cellText(value: string | number | null): string {
  return value === null ? '' : plainLine(String(value));
}
