import { TestEnvironment } from 'jest-environment-node';
import { chromium } from 'playwright-core';

/**
 * The environment of tests that open pages. Jest loads the modules of a test again for each file, which takes half a second of the processor
 * for playwright; this one is loaded once for a worker.
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
