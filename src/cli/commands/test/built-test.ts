import { loadLocal } from '../../toolkit/load-local.js';
import type * as LocalTest from './local-test.js';
import type { TestOptions } from './test.action.js';

/** It is loaded once, however often this process runs the command. */
let bundle: typeof LocalTest | undefined;

/** `metarun test` out of its own bundle: it stands in for test.action.ts where that is bundled, see scripts/build-server.mjs. */
export function runTest(paths: readonly string[], options: TestOptions): Promise<void> {
  bundle ??= loadLocal('test', 'test') as typeof LocalTest;
  return bundle.runTest(paths, options);
}
