import { CommandError } from './command-error.js';
import type { ExitCode } from './exit-codes.js';
import { reportError } from './report-error.js';

/**
 * Reports what ended a command as `reportError` does, errors of the server among it, and returns the exit code. The client,
 * which has their classes, is loaded only here: it would take a sixth of the start of every command.
 */
export async function reportFailure(error: unknown, json: boolean): Promise<ExitCode> {
  if (error instanceof CommandError) return reportError(error, json);
  const { serverError } = await import('./server-error.js');
  return reportError(serverError(error) ?? error, json);
}
