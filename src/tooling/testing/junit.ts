import type { Failure, TestResult } from './test-result.js';

/** Characters that XML 1.0 cannot express. */
// eslint-disable-next-line no-control-regex -- They are what is looked for.
const UNSPEAKABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Returns results as JUnit XML with a suite for each meta-task, as CI services read it. */
export function formatJunit(results: readonly TestResult[]): string {
  const suites = Map.groupBy(results, ({ metaTask }) => metaTask);
  const parts = [...suites].map(([name, tests]) => formatSuite(name, tests));
  const counts = countResults(results);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: 'metarun test', ...counts })}>\n${parts.join('')}</testsuites>\n`;
}

function formatSuite(name: string, tests: readonly TestResult[]): string {
  const cases = tests.map(formatCase).join('');
  return `  <testsuite${attributes({ name, ...countResults(tests) })}>\n${cases}  </testsuite>\n`;
}

function formatCase(test: TestResult): string {
  const { name, file, line, metaTask, durationMs, status } = test;
  const attributesText = attributes({
    name,
    classname: metaTask,
    file,
    ...(line === undefined ? {} : { line: String(line) }),
    time: seconds(durationMs),
  });
  if (status === 'skipped')
    return `    <testcase${attributesText}>\n      <skipped${attributes({ message: test.reason ?? '' })}/>\n    </testcase>\n`;
  if (status !== 'failed') return `    <testcase${attributesText}/>\n`;
  const failures = test.failures
    .map(
      (failure) =>
        `      <failure${attributes({ message: failure.message.split('\n')[0] ?? '' })}>${escaped(formatFailure(failure))}</failure>\n`,
    )
    .join('');
  const output = [...test.logs, ...(test.stack === null ? [] : [test.stack])].join('\n');
  const system = output === '' ? '' : `      <system-out>${escaped(output)}</system-out>\n`;
  return `    <testcase${attributesText}>\n${failures}${system}    </testcase>\n`;
}

function formatFailure({ message, place, difference }: Failure): string {
  const at = place === undefined ? '' : `${place.file}:${place.line ?? 1}: `;
  if (difference === undefined) return `${at}${message}`;
  return `${at}${message}\nexpected:\n${difference.expected}\nactual:\n${difference.actual}`;
}

function countResults(results: readonly TestResult[]): Record<string, string> {
  const count = (status: TestResult['status']): string =>
    String(results.filter((result) => result.status === status).length);
  const time = results.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return {
    tests: String(results.length),
    failures: count('failed'),
    errors: '0',
    skipped: count('skipped'),
    time: seconds(time),
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function attributes(given: Record<string, string>): string {
  return Object.entries(given)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNSPEAKABLE, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
