import { basename } from 'node:path';
import runner from 'jest-runner';

const TestRunner = runner.default ?? runner;

/**
 * Ends Jest at the time that TEST_UNTIL says, ms since the epoch, without an error, and sends jest-run.mjs the names of the files that
 * have then not run to their end: `{ notRun: [name] }`.
 */
export default class UntilRunner extends TestRunner {
  async runTests(tests, watcher, options) {
    const until = Number(process.env.TEST_UNTIL);
    if (!until) return super.runTests(tests, watcher, options);
    const left = new Set(tests.map(({ path }) => path));
    for (const event of ['test-file-success', 'test-file-failure'])
      this.on(event, ([{ path }]) => left.delete(path));
    const timer = setTimeout(
      () => {
        const notRun = [...left].map((path) => basename(path, '.test.ts'));
        if (process.send) process.send({ notRun });
        watcher.setState({ interrupted: true });
      },
      Math.max(0, until - Date.now()),
    );
    try {
      return await super.runTests(tests, watcher, options);
    } finally {
      clearTimeout(timer);
    }
  }
}
