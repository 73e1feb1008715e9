import { type styleText } from 'node:util';
import { shownPath } from '../../authoring/author-path.js';
import { diffLines } from '../../testing/text-diff.js';
import type { MetaTaskTests } from '../../testing/test-plan.js';
import type { Failure, TestResult } from '../../testing/test-result.js';
import { placed } from '../frame/report-error.js';
import { canRedraw, columnsOf, style } from '../frame/terminal.js';

/** Lines of a difference, and of a log, that are shown. */
const MAX_DIFF = 40;
const MAX_LOG = 20;
const MARKS: Record<TestResult['status'], string> = {
  passed: '✓',
  failed: '✗',
  skipped: '-',
  updated: '↻',
};

type Format = Parameters<typeof styleText>[0];

/** Tells people of a run: each meta-task's tests once they are over, and meanwhile how far it is. */
export class TestReport {
  private readonly results = new Map<MetaTaskTests, TestResult[]>();
  private readonly redraws = canRedraw(process.stderr);
  private done = 0;
  private shown = false;

  /** `total`: cases and test files; `quiet`: nothing is told of single tests. */
  constructor(
    private readonly total: number,
    private readonly quiet: boolean,
  ) {}

  onStart(name: string): void {
    if (this.quiet || !this.redraws) return;
    const line = `${this.done}/${this.total} ${shownPath(name)}`;
    process.stderr.write(`\r\x1b[2K${paint('dim', line.slice(0, columnsOf(process.stderr) - 1))}`);
    this.shown = true;
  }

  onResults(tests: MetaTaskTests, results: readonly TestResult[], rest: number): void {
    this.done += 1;
    const all = [...(this.results.get(tests) ?? []), ...results];
    this.results.set(tests, all);
    if (rest === 0 && !this.quiet) this.flush(tests);
  }

  /** Tells of what has not been told of yet, and sums up. */
  end(results: readonly TestResult[], ms: number): void {
    for (const tests of this.results.keys()) this.flush(tests);
    this.clear();
    process.stdout.write(summaryOf(results, ms));
  }

  clear(): void {
    if (this.shown) process.stderr.write('\r\x1b[2K');
    this.shown = false;
  }

  private flush(tests: MetaTaskTests): void {
    const results = this.results.get(tests) ?? [];
    this.results.set(tests, []);
    if (results.length === 0) return;
    this.clear();
    const lines = results
      .toSorted(
        (one, other) => one.file.localeCompare(other.file) || (one.line ?? 0) - (other.line ?? 0),
      )
      .flatMap(linesOf);
    process.stdout.write(`${paint('bold', tests.metaTask.identifier)}\n${lines.join('\n')}\n`);
  }
}

function linesOf(result: TestResult): string[] {
  const { name, status, durationMs, reason } = result;
  const color = status === 'failed' ? 'red' : status === 'skipped' ? 'yellow' : 'green';
  const why = status === 'updated' ? ' (updated)' : reason === null ? '' : ` (${reason})`;
  const time = status === 'skipped' ? '' : paint('dim', ` ${shownTime(durationMs)}`);
  const head = `  ${paint(color, MARKS[status])} ${name}${why}${time}`;
  return status === 'failed' ? [head, ...detailsOf(result)] : [head];
}

function detailsOf({ failures, logs, stack, hint }: TestResult): string[] {
  const lines = failures.flatMap(failureLines);
  if (stack !== null) lines.push(...stack.split('\n').map((line) => paint('dim', line)));
  if (hint !== null) lines.push(...`hint: ${hint}`.split('\n'));
  if (logs.length > 0) {
    const kept = logs.slice(-MAX_LOG);
    const left = logs.length - kept.length;
    lines.push(paint('dim', left === 0 ? 'output:' : `output (${left} lines before):`));
    lines.push(...kept.map((line) => paint('dim', `  ${line}`)));
  }
  return lines.map((line) => `      ${line}`.trimEnd());
}

function failureLines({ message, place, difference }: Failure): string[] {
  const told = placed({ message, ...place }).split('\n');
  if (difference === undefined) return told;
  const lines = diffLines(difference.expected, difference.actual);
  const shown = lines.slice(0, MAX_DIFF).map(({ mark, text }) => {
    const line = `  ${mark} ${text}`.trimEnd();
    if (mark === '-') return paint('red', line);
    return mark === '+' ? paint('green', line) : line;
  });
  const more = lines.length - shown.length;
  return [
    ...told,
    paint('dim', '  - expected, + there'),
    ...shown,
    ...(more > 0 ? [`  … and ${more} lines more`] : []),
  ];
}

function summaryOf(results: readonly TestResult[], ms: number): string {
  const count = (status: TestResult['status']): number =>
    results.filter((result) => result.status === status).length;
  const failed = results.filter(({ status }) => status === 'failed');
  const told = (['passed', 'updated', 'failed', 'skipped'] as const)
    .map((status) => [status, count(status)] as const)
    .filter(([status, number]) => number > 0 || status === 'passed')
    .map(([status, number]) =>
      status === 'failed' ? paint('red', `${number} failed`) : `${number} ${status}`,
    );
  const again =
    failed.length > 0 && results.length > 10
      ? failed.map(
          ({ metaTask, name, file, line }) =>
            `  ${paint('red', MARKS.failed)} ${metaTask}: ${name} (${[file, line].filter((part) => part !== undefined).join(':')})\n`,
        )
      : [];
  return `\n${again.join('')}${told.join(', ')} in ${shownTime(ms)}\n`;
}

function shownTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function paint(format: Format, text: string): string {
  return style(format, process.stdout)(text);
}
