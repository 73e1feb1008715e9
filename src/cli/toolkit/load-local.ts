import { join } from 'node:path';
import { readClientEnvironment } from '../../base/config/client-environment.js';
import { packagePath } from '../../base/kernel/package-root.js';
import { loadCompiled } from './load-compiled.js';

/** Loads the bundle of a command that needs no server, which scripts/build-local.mjs has made. `use` as of {@link loadCompiled}. */
export function loadLocal(command: 'run' | 'test', use: string): unknown {
  const folder = join(readClientEnvironment().cacheDir, 'compiled');
  return loadCompiled(packagePath(`dist/run/${command}.cjs`), folder, use);
}
