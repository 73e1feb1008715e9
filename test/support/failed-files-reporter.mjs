import { stripVTControlCharacters } from 'node:util';

/** Lines of an error that say what went wrong; the stack and the code around it stand above, where Jest has printed it. */
const LINES = 6;

/** Tells test/run.mjs which files have failed, as `{ failed: [{ project, path, errors }] }`. */
export default class FailedFilesReporter {
  #failed = [];

  onTestResult({ context, path }, { numFailingTests, testExecError, testResults }) {
    if (numFailingTests === 0 && !testExecError) return;
    const errors = testResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${shortened(failureMessages[0])}`);
    if (testExecError) errors.push(shortened(testExecError.message));
    this.#failed.push({ project: context.config.displayName.name, path, errors });
  }

  onRunComplete() {
    if (process.env.TEST_NEEDS === 'ask') process.send({ failed: this.#failed });
  }
}

function shortened(message = '') {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, LINES)
    .join('\n  ');
}
