import { CommanderError } from 'commander';
import { CommandError } from './command-error.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { reportError } from './report-error.js';
import { lastToAnswer } from './report-wait.js';

/** Ends a command whose error has been reported by a bundle of its own. */
export class AlreadyReported extends Error {
  constructor(readonly exit: ExitCode) {
    super(`exit code ${exit}`);
  }
}

/**
 * Reports what ended a command as `reportError` does, wrong usage and errors of the server among it, and returns the exit code.
 * The client, which has the classes of the latter, is loaded only here: it would take a sixth of the start of every command.
 */
export async function reportFailure(error: unknown, json: boolean): Promise<ExitCode> {
  if (error instanceof AlreadyReported) return error.exit;
  if (error instanceof CommanderError) return usage(error, json);
  if (error instanceof CommandError) return reportError(error, json);
  const { serverError } = await import('./server-error.js');
  return reportError(serverError(error, lastToAnswer()) ?? error, json);
}

/** Commander itself has printed help, and an error unless JSON was asked for. */
function usage({ exitCode, message }: CommanderError, json: boolean): ExitCode {
  if (exitCode === 0) return EXIT.ok;
  const text = message.replace(/^error: /, '');
  if (json) reportError(new CommandError(text, { code: 'usage', docs: 'cli.md#exit-codes' }), json);
  return EXIT.usage;
}
