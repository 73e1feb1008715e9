import { TestEnvironment } from 'jest-environment-node';
import { chromium } from 'playwright-core';

/**
 * The environment of tests that open pages. Jest reloads the modules of each test file, which takes half a second of
 * CPU time for playwright; this module is loaded once per worker.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.chromiumOfWorker = () => chromium;
    this.global.hasFailed = () => this.failed;
  }

  handleTestEvent({ name }) {
    if (name === 'test_start') this.failed = false;
    if (name === 'test_fn_failure') this.failed = true;
  }
}
