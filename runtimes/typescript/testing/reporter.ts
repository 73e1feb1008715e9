// Reports tests of node:test to `metarun test`, one line of JSON each.
import type { TestEvent } from 'node:test/reporters';

interface TestReport {
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  duration_ms: number;
  reason: string | null;
  line: number | null;
  message: string | null;
}

/** Failure type of a suite whose tests have failed; they report the reason. */
const OF_OTHERS = 'subtestsFailed';

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = [];
  for await (const event of source) {
    if (event.type === 'test:start') {
      names.length = event.data.nesting;
      names.push(event.data.name);
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { data } = event;
    const error = event.type === 'test:fail' ? event.data.details.error : null;
    if (data.details.type === 'suite' && (error === null || readFailureType(error) === OF_OTHERS))
      continue;
    const left = data.skip ?? data.todo;
    const report: TestReport = {
      name: [...names.slice(0, data.nesting), data.name].join(' > '),
      status: left === undefined || left === false ? toStatus(error) : 'skipped',
      duration_ms: data.details.duration_ms,
      reason: typeof left === 'string' ? left : null,
      line: data.line ?? null,
      message: error === null ? null : formatError(error),
    };
    yield `${JSON.stringify(report)}\n`;
  }
}

function toStatus(error: Error | null): TestReport['status'] {
  return error === null ? 'passed' : 'failed';
}

function readFailureType(error: Error): unknown {
  return 'failureType' in error ? error.failureType : undefined;
}

/** Returns the thrown error, which node:test wraps, with the frames of the author's own files. */
function formatError(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  const stack = (cause.stack ?? cause.message).split('\n');
  return stack.filter((line) => !/^\s+at .*(node:|metarun\/testing)/.test(line)).join('\n');
}
