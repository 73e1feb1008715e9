import { run as runAction } from '../run/run.action.js';
import type { RunOptions } from '../run/run-task.js';
import { runTest as testAction, type TestOptions } from '../test/test.action.js';
import type { ExitCode } from '../../toolkit/exit-codes.js';
import { reportError } from '../../toolkit/report-error.js';

/** Runs `metarun run` in the bundle of scripts/build-local.mjs. Returns what {@link reportingErrors} returns. */
export function run(path: string, options: RunOptions): Promise<ExitCode | null> {
  return reportingErrors(runAction(path, options), options);
}

/** Runs `metarun test` in the bundle of scripts/build-local.mjs. Returns what {@link reportingErrors} returns. */
export function runTest(paths: readonly string[], options: TestOptions): Promise<ExitCode | null> {
  return reportingErrors(testAction(paths, options), options);
}

/**
 * Reports an error and returns its exit code, or null if the command succeeds. The error classes exist only in this
 * bundle.
 */
async function reportingErrors(
  command: Promise<void>,
  { json = false }: { json?: boolean },
): Promise<ExitCode | null> {
  try {
    await command;
    return null;
  } catch (error) {
    return reportError(error, json);
  }
}
