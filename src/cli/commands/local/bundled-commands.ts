import { join } from 'node:path';
import { readClientEnvironment } from '../../../base/config/client-environment.js';
import { packagePath } from '../../../base/kernel/package-root.js';
import { likelyLanguage } from '../../../tooling/authoring/likely-languages.js';
import type { RunOptions } from '../run/run-task.js';
import type { TestOptions } from '../test/test.action.js';
import type * as LocalCommands from './local-commands.js';
import { loadCompiled } from '../../toolkit/load-compiled.js';
import { AlreadyReported } from '../../toolkit/report-failure.js';

/** It is loaded once, however often this process runs the commands. */
let bundle: typeof LocalCommands | undefined;

/** `metarun run` out of its bundle: it stands in for run.action.ts where that is bundled, see scripts/build-server.mjs. */
export async function run(path: string, options: RunOptions): Promise<void> {
  bundle ??= load(`run-${likelyLanguage(path) ?? 'either'}`);
  end(await bundle.run(path, options));
}

/** `metarun test` out of its bundle: it stands in for test.action.ts. */
export async function runTest(paths: readonly string[], options: TestOptions): Promise<void> {
  bundle ??= load('test');
  end(await bundle.runTest(paths, options));
}

/** Loads the bundle of scripts/build-local.mjs. `use` as of {@link loadCompiled}. */
function load(use: string): typeof LocalCommands {
  const folder = join(readClientEnvironment().cacheDir, 'compiled');
  return loadCompiled(packagePath('dist/run/local.cjs'), folder, use) as typeof LocalCommands;
}

function end(code: Awaited<ReturnType<typeof LocalCommands.run>>): void {
  if (code !== null) throw new AlreadyReported(code);
}
