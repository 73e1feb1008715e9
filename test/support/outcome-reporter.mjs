import { stripVTControlCharacters } from 'node:util';

/** Lines of an error that say what went wrong; the stack and the code around it stand above, where Jest has printed it. */
const LINES = 6;

/**
 * A file that has failed. `tests`: how many of it count as failed.
 * @typedef {{ project: string, path: string, tests: number, errors: string[] }} Failure
 */

/** Tells jest-run.mjs the outcome of all tests, as `{ outcome: { passed, failed, failures } }`. */
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
