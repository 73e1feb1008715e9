import { type styleText } from 'node:util';
import { shownPath } from '../../../tooling/authoring/author-path.js';
import type { MetaTaskTests } from '../../../tooling/testing/test-plan.js';
import type { Failure, TestResult } from '../../../tooling/testing/test-result.js';
import { LiveView } from '../../toolkit/live-view.js';
import { plainLine, plainText } from '../../toolkit/plain-text.js';
import { placed } from '../../toolkit/report-error.js';
import { style } from '../../toolkit/terminal.js';
import { textDiff } from '../../toolkit/text-diff.js';
import { cut } from '../../toolkit/text-width.js';
import { durationText } from '../../toolkit/units.js';
import { stderr, stdout } from '../../toolkit/output.js';

/** Maximum number of lines shown of a diff and of a log. */
const MAX_DIFF = 40;
const MAX_LOG = 20;
const MARKS: Record<TestResult['status'], string> = {
  passed: '✓',
  failed: '✗',
  skipped: '-',
  updated: '↻',
};

type Format = Parameters<typeof styleText>[0];

/** Shows the results of each meta-task as soon as its tests are complete, and the overall progress until then. */
export class TestReport {
  private readonly results = new Map<MetaTaskTests, TestResult[]>();
  private readonly view: LiveView | null;
  private done = 0;
  private running = '';

  /** `total` is the number of cases and test files. `quiet` hides single tests. */
  constructor(total: number, quiet: boolean) {
    const line = (spinner: string): string => `${spinner} ${this.done}/${total} ${this.running}`;
    this.view = quiet
      ? null
      : new LiveView(stderr, (spinner, width) => [style('dim', stderr)(cut(line(spinner), width))]);
  }

  onStart(name: string): void {
    this.running = plainLine(shownPath(name));
    this.view?.start();
  }

  onResults(tests: MetaTaskTests, results: readonly TestResult[], rest: number): void {
    this.done += 1;
    const all = [...(this.results.get(tests) ?? []), ...results.map(plain)];
    this.results.set(tests, all);
    if (rest > 0 || this.view === null) return;
    this.flush(tests);
    this.view.start();
  }

  /** Shows the remaining results and a summary. */
  end(results: readonly TestResult[], ms: number): void {
    for (const tests of this.results.keys()) this.flush(tests);
    stdout.write(formatSummary(results.map(plain), ms));
  }

  /** Stops drawing and keeps what was shown. */
  stop(): void {
    this.view?.stop();
  }

  private flush(tests: MetaTaskTests): void {
    const results = this.results.get(tests) ?? [];
    this.results.set(tests, []);
    if (results.length === 0) return;
    this.stop();
    const lines = results
      .toSorted(
        (one, other) => one.file.localeCompare(other.file) || (one.line ?? 0) - (other.line ?? 0),
      )
      .flatMap(formatResultLines);
    stdout.write(`${paint('bold', tests.metaTask.identifier)}\n${lines.join('\n')}\n`);
  }
}

/** Removes control characters from names, logs and errors, which come from scripts. */
function plain(result: TestResult): TestResult {
  const { name, reason, failures, logs, stack, hint } = result;
  return {
    ...result,
    name: plainLine(name),
    reason: reason && plainLine(reason),
    failures: failures.map(({ message, difference, ...rest }) => ({
      ...rest,
      message: plainText(message),
      ...(difference && {
        difference: {
          expected: plainText(difference.expected),
          actual: plainText(difference.actual),
        },
      }),
    })),
    logs: logs.map(plainText),
    stack: stack && plainText(stack),
    hint: hint && plainText(hint),
  };
}

function formatResultLines(result: TestResult): string[] {
  const { name, status, durationMs, reason } = result;
  const color = status === 'failed' ? 'red' : status === 'skipped' ? 'yellow' : 'green';
  const why = status === 'updated' ? ' (updated)' : reason === null ? '' : ` (${reason})`;
  const time = status === 'skipped' ? '' : paint('dim', ` ${durationText(durationMs)}`);
  const head = `  ${paint(color, MARKS[status])} ${name}${why}${time}`;
  return status === 'failed' ? [head, ...formatDetailLines(result)] : [head];
}

function formatDetailLines({ failures, logs, stack, hint }: TestResult): string[] {
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
  const head = placed({ message, ...place }).split('\n');
  if (difference === undefined) return head;
  const hunks = textDiff(difference.expected, difference.actual);
  const lines = hunks.flatMap(({ start, lines: own }) => (start === 1 ? own : ['…', ...own]));
  const shown = lines.slice(0, MAX_DIFF).map((line) => {
    const text = `  ${line.slice(0, 1)} ${line.slice(1)}`.trimEnd();
    if (line.startsWith('-')) return paint('red', text);
    return line.startsWith('+') ? paint('green', text) : text;
  });
  const more = lines.length - shown.length;
  return [
    ...head,
    paint('dim', '  - expected, + there'),
    ...shown,
    ...(more > 0 ? [`  … and ${more} lines more`] : []),
  ];
}

function formatSummary(results: readonly TestResult[], ms: number): string {
  const count = (status: TestResult['status']): number =>
    results.filter((result) => result.status === status).length;
  const failed = results.filter(({ status }) => status === 'failed');
  const counts = (['passed', 'updated', 'failed', 'skipped'] as const)
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
  return `\n${again.join('')}${counts.join(', ')} in ${durationText(ms)}\n`;
}

function paint(format: Format, text: string): string {
  return style(format, stdout)(text);
}
