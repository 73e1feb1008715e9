import { type Output, stdout } from '../../../toolkit/output.js';
import { plainLine } from '../../../toolkit/plain-text.js';
import { table } from '../../../toolkit/table.js';
import { measureColumns, style } from '../../../toolkit/terminal.js';
import { countText } from '../../../toolkit/units.js';
import { wrapped } from '../../../toolkit/wrapped.js';
import { type Outcome, OUTCOMES, type Result } from './outcome.js';

/** Maximum number of files per outcome in the table; `--json` lists all. */
const MOST_NAMED = 200;
/** Maximum number of unchanged files in the table. */
const MOST_UNCHANGED = 20;
/** Maximum length of a note, in characters. */
const MOST_NOTE = 60;
const INDENT = '           ';

const COLOURS = {
  refused: 'red',
  skipped: 'yellow',
  deleted: 'yellow',
  converted: 'green',
  converting: 'cyan',
  uploaded: 'green',
  unchanged: 'gray',
} as const satisfies Record<Outcome, string>;

/** Returns a table with the outcome of each file, and the reason below it if there is one. */
export function syncTable(results: readonly Result[], output: Output = stdout): string {
  const width = output.isTTY ? measureColumns(output) : Infinity;
  const shown: Result[] = [];
  const more: string[] = [];
  for (const outcome of OUTCOMES) {
    const those = results.filter((one) => one.outcome === outcome);
    const most = outcome === 'unchanged' ? MOST_UNCHANGED : MOST_NAMED;
    shown.push(...those.slice(0, most));
    if (those.length > most) more.push(`… and ${those.length - most} more ${outcome}`);
  }
  if (shown.length === 0) return '';
  const rows = shown.map((one) => [one.outcome, plainLine(one.path), describeResult(one)]);
  const [heading = '', ...lines] = table(['OUTCOME', 'FILE', 'NOTE'], rows, width, 1)
    .trimEnd()
    .split('\n');
  const text = lines.flatMap((line, index) => {
    const one = shown[index];
    if (one === undefined) return [line];
    const colour = style(COLOURS[one.outcome], output);
    const coloured = colour(line.slice(0, one.outcome.length)) + line.slice(one.outcome.length);
    if (one.reason === null || one.outcome !== 'refused') return [coloured];
    const reason = plainLine(one.reason);
    return width === Infinity
      ? [`${coloured}  ${reason}`]
      : [coloured, ...wrapped(reason, width, INDENT)];
  });
  return [heading, ...text, ...more].map((line) => `${line}\n`).join('');
}

function describeResult({ warnings, outcome, reason }: Result): string {
  if (outcome === 'skipped') return plainLine(reason ?? '').slice(0, MOST_NOTE);
  if (warnings.length > 0) return countText(warnings.length, 'warning');
  return outcome === 'converting' ? 'is not converted yet' : '';
}
