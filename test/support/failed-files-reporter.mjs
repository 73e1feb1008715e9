/** Tells test/run.mjs which files have failed, as `{ failed: [{ project, path }] }`. */
export default class FailedFilesReporter {
  #failed = [];

  onTestResult({ context, path }, { numFailingTests, testExecError }) {
    if (numFailingTests > 0 || testExecError)
      this.#failed.push({ project: context.config.displayName.name, path });
  }

  onRunComplete() {
    if (process.env.TEST_NEEDS === 'ask') process.send({ failed: this.#failed });
  }
}
