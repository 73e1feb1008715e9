import { join } from 'node:path';
import { readClientEnvironment } from '../../../base/config/client-environment.js';
import { packagePath } from '../../../base/kernel/package-root.js';
import { loadCompiled } from '../../toolkit/load-compiled.js';
import type * as LocalTest from './local-test.js';
import type { TestOptions } from './test.action.js';

/** It is loaded once, however often this process runs the command. */
let bundle: typeof LocalTest | undefined;

/** `metarun test` out of its own bundle: it stands in for test.action.ts where that is bundled, see scripts/build-server.mjs. */
export function runTest(paths: readonly string[], options: TestOptions): Promise<void> {
  const folder = join(readClientEnvironment().cacheDir, 'compiled');
  bundle ??= loadCompiled(packagePath('dist/run/test.cjs'), folder, 'test') as typeof LocalTest;
  return bundle.runTest(paths, options);
}
