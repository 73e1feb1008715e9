import { join } from 'node:path';
import { readClientEnvironment } from '../../../base/config/client-environment.js';
import { packagePath } from '../../../base/kernel/package-root.js';
import { likelyLanguage } from '../../../tooling/authoring/likely-languages.js';
import type { RunOptions } from '../run/run-task.js';
import type { TestOptions } from '../test/test.action.js';
import type * as LocalCommands from './local-commands.js';
import { loadCompiled } from '../../toolkit/load-compiled.js';
import { AlreadyReported } from '../../toolkit/report-failure.js';

/** Cached bundle, shared by all commands that this process runs. */
let bundle: typeof LocalCommands | undefined;

/** Runs `metarun run` from its bundle. It replaces run.action.ts in bundled builds, see scripts/build-server.mjs. */
export async function run(path: string, options: RunOptions): Promise<void> {
  bundle ??= load(`run-${likelyLanguage(path) ?? 'either'}`);
  end(await bundle.run(path, options));
}

/** Runs `metarun test` from its bundle. It replaces test.action.ts. */
export async function runTest(paths: readonly string[], options: TestOptions): Promise<void> {
  bundle ??= load('test');
  end(await bundle.runTest(paths, options));
}

/** Loads the bundle of scripts/build-local.mjs. `use` is that of {@link loadCompiled}. */
function load(use: string): typeof LocalCommands {
  const folder = join(readClientEnvironment().cacheDir, 'compiled');
  return loadCompiled(packagePath('dist/run/local.cjs'), folder, use) as typeof LocalCommands;
}

function end(code: Awaited<ReturnType<typeof LocalCommands.run>>): void {
  if (code !== null) throw new AlreadyReported(code);
}
