import { GuidedError, type GuidedErrorOptions } from '../../base/kernel/guided-error.js';
import { EXIT, type ExitCode } from './exit-codes.js';

/** Ends a command with an exit code of its own; a {@link GuidedError} ends it with 1, or 2 where the arguments are wrong. */
export class CommandError extends GuidedError {
  override readonly name = 'CommandError';
  readonly exit: ExitCode;

  constructor(message: string, options: GuidedErrorOptions & { exit?: ExitCode | undefined }) {
    super(message, options);
    this.exit = options.exit ?? EXIT.failed;
  }
}

/** Returns the error of arguments that cannot be carried out. */
export function usageError(message: string, fix?: string, docs?: string): CommandError {
  return new CommandError(message, { code: 'usage', fix, docs, exit: EXIT.usage });
}

/** Returns the error of a command for an answer that no metarun server gives. */
export function wrongAnswer(message: string, fix?: string): CommandError {
  return new CommandError(message, {
    code: 'wrong_answer',
    fix,
    docs: 'cli.md#answers-of-a-server',
    exit: EXIT.server,
  });
}
