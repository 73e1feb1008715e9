import {
  ApiError,
  ConnectionError,
  type FieldError,
  TaskFailedError,
  WaitTimeoutError,
} from '@metarun/client';
import { getErrorMessage } from '../../base/kernel/errors.js';
import type { Diagnostic } from '../../base/kernel/guided-error.js';
import { CommandError, wrongAnswer } from './command-error.js';
import { EXIT } from './exit-codes.js';
import { shortId } from './short-id.js';

/** JavaScript errors that occur when a response has an unexpected shape. */
const OF_SHAPES = [TypeError, RangeError, SyntaxError];

/**
 * Returns the command's error for an error of the server, a missing response or one of unexpected shape, and null for
 * anything else. `answered` is the host that last responded.
 */
export function serverError(thrown: unknown, answered: string | null): CommandError | null {
  if (thrown instanceof ConnectionError)
    return new CommandError(`${thrown.message}.`, {
      code: 'unreachable',
      fix: 'Start a server there (metarun serve, metarun dev), or name another: --url, --profile, METARUN_URL.',
      docs: 'deploy.md#which-server',
      exit: EXIT.server,
    });
  if (thrown instanceof ApiError)
    return thrown.code === 'wrong_answer' ? wrongAnswer(thrown.detail) : refused(thrown);
  if (thrown instanceof TaskFailedError)
    return new CommandError(thrown.message, {
      code: thrown.code,
      fix: `metarun tasks logs ${shortId(thrown.task.id)}`,
      docs: 'errors.md#how-a-run-fails',
    });
  if (thrown instanceof WaitTimeoutError)
    return new CommandError(thrown.message, {
      code: 'wait_timeout',
      fix: `It goes on: metarun tasks watch ${shortId(thrown.taskId)}`,
    });
  if (answered !== null && OF_SHAPES.some((kind) => thrown instanceof kind))
    return wrongAnswer(
      `${answered} gave an answer that this command cannot read: ${getErrorMessage(thrown).replace(/\.$/, '')}.`,
    );
  return null;
}

function refused({
  status,
  code,
  detail,
  errors,
  requestId,
  retryAfterSeconds,
}: ApiError): CommandError {
  const denied = status === 401 || status === 403;
  return new CommandError(detail, {
    code,
    fix: FIXES[status] ?? later(retryAfterSeconds) ?? reported(status, requestId),
    docs: denied ? 'deploy.md#which-server' : 'errors.md',
    diagnostics: errors.map(toDiagnostic),
    exit: denied ? EXIT.server : EXIT.failed,
  });
}

const FIXES: Readonly<Record<number, string>> = {
  401: 'Run metarun login with a valid token (metarun token makes one on the server); METARUN_TOKEN and --token go first.',
  403: 'Use credentials that may: metarun login with an access token of a higher role, or a key with the scope.',
  404: 'Look at the name and at the project (--project): what belongs to another one is not found either.',
};

function later(seconds: number | null): string | undefined {
  return seconds === null ? undefined : `Try again in ${seconds} s.`;
}

function reported(status: number, requestId: string | null): string | undefined {
  return status < 500 || requestId === null
    ? undefined
    : `The server's log has the cause under ${requestId}.`;
}

function toDiagnostic({ pointer, message, line, column }: FieldError): Diagnostic {
  return {
    pointer,
    message,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
