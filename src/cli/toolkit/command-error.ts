import { GuidedError, type GuidedErrorOptions } from '../../base/kernel/guided-error.js';
import { EXIT, type ExitCode } from './exit-codes.js';

/**
 * An error with a specific exit code. Other {@link GuidedError}s end a command with 1, or 2 if the arguments are wrong.
 */
export class CommandError extends GuidedError {
  override readonly name = 'CommandError';
  readonly exit: ExitCode;

  constructor(message: string, options: GuidedErrorOptions & { exit?: ExitCode | undefined }) {
    super(message, options);
    this.exit = options.exit ?? EXIT.failed;
  }
}

/** Returns the error for invalid arguments. */
export function usageError(message: string, fix?: string, docs?: string): CommandError {
  return new CommandError(message, { code: 'usage', fix, docs, exit: EXIT.usage });
}

/** Returns the error for a response that no metarun server would send. */
export function wrongAnswer(message: string, fix?: string): CommandError {
  return new CommandError(message, {
    code: 'wrong_answer',
    fix,
    docs: 'cli.md#answers-of-a-server',
    exit: EXIT.server,
  });
}
