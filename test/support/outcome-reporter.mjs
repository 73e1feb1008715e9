import { stripVTControlCharacters } from 'node:util';

/** Number of lines of an error that are shown; Jest has printed the stack and the code above. */
const LINES = 6;

/**
 * A failed test file. `tests` is its number of failed tests.
 * @typedef {{ project: string, path: string, tests: number, errors: string[] }} Failure
 */

/** Reports the outcome of all tests to jest-run.mjs, as `{ outcome: { passed, failed, failures } }`. */
export default class OutcomeReporter {
  #failures = [];

  onTestResult({ context, path }, { numFailingTests, testExecError, testResults }) {
    if (numFailingTests === 0 && !testExecError) return;
    const errors = testResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${shortened(failureMessages[0])}`);
    if (testExecError) errors.push(shortened(testExecError.message));
    const tests = Math.max(numFailingTests, 1);
    this.#failures.push({ project: context.config.displayName.name, path, tests, errors });
  }

  onRunComplete(_contexts, { numPassedTests: passed }) {
    if (process.env.TEST_NEEDS !== 'ask') return;
    const failed = this.#failures.reduce((sum, { tests }) => sum + tests, 0);
    process.send({ outcome: { passed, failed, failures: this.#failures } });
  }
}

function shortened(message = '') {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, LINES)
    .join('\n  ');
}
