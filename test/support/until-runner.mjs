import { basename } from 'node:path';
import runner from 'jest-runner';

const TestRunner = runner.default ?? runner;

/**
 * Starts no file of tests after the time that TEST_UNTIL says, ms since the epoch, and sends jest-run.mjs the names of those that it
 * has left out: `{ notRun: [name] }`. What has begun runs to its end.
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

  /** That a file was left out is no failure of it. */
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
