import { basename } from 'node:path';
import runner from 'jest-runner';

const TestRunner = runner.default ?? runner;

/**
 * Starts no test file after TEST_UNTIL (ms since the epoch), and sends the names of the files that were left out to
 * jest-run.mjs: `{ notRun: [name] }`. Files that have started are completed.
 */
export default class UntilRunner extends TestRunner {
  #until = Number(process.env.TEST_UNTIL ?? Infinity);
  #leftOut = new Set();

  constructor(...args) {
    super(...args);
    super.on('test-file-start', ([test]) => {
      if (Date.now() < this.#until) return;
      this.#leftOut.add(test);
      throw new Error('there is no time left');
    });
  }

  /** Suppresses failures of files that were left out. */
  on(event, listener) {
    return event === 'test-file-failure'
      ? super.on(event, (data) => (this.#leftOut.has(data[0]) ? undefined : listener(data)))
      : super.on(event, listener);
  }

  async runTests(...args) {
    await super.runTests(...args);
    const notRun = [...this.#leftOut].map(({ path }) => basename(path, '.test.ts'));
    if (notRun.length > 0 && process.send) process.send({ notRun });
  }
}
