import { CommanderError } from 'commander';
import { CommandError } from './command-error.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { reportError } from './report-error.js';
import { lastToAnswer } from './report-wait.js';

/** Ends a command whose bundle has already reported the error. */
export class AlreadyReported extends Error {
  constructor(readonly exit: ExitCode) {
    super(`exit code ${exit}`);
  }
}

/**
 * Reports an error like `reportError`, including usage errors and server errors, and returns the exit code. The client,
 * which defines the server errors, is loaded only here: it would take a sixth of each command's start-up time.
 */
export async function reportFailure(error: unknown, json: boolean): Promise<ExitCode> {
  if (error instanceof AlreadyReported) return error.exit;
  if (error instanceof CommanderError) return usage(error, json);
  if (error instanceof CommandError) return reportError(error, json);
  const { serverError } = await import('./server-error.js');
  return reportError(serverError(error, lastToAnswer()) ?? error, json);
}

/** Returns the exit code of a usage error. Commander has already printed the help and, without JSON, the error. */
function usage({ exitCode, message }: CommanderError, json: boolean): ExitCode {
  if (exitCode === 0) return EXIT.ok;
  const text = message.replace(/^error: /, '');
  if (json) reportError(new CommandError(text, { code: 'usage', docs: 'cli.md#exit-codes' }), json);
  return EXIT.usage;
}
