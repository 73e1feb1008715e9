import { reportError } from '../../toolkit/report-error.js';
import { runTest as runAction, type TestOptions } from './test.action.js';

/** `metarun test` in a bundle of its own, which alone knows the classes of its errors: see scripts/build-local.mjs. */
export async function runTest(paths: readonly string[], options: TestOptions): Promise<void> {
  try {
    await runAction(paths, options);
  } catch (error) {
    process.exitCode = reportError(error, options.json === true);
  }
}
