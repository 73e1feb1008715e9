import { memoryLimitPassed } from './guest-exit.js';
import type { GuestError, RunLimits } from './protocol.js';
import type { RunOutcome } from './runtime.js';

/** Maximum lengths in characters. */
const MAX_MESSAGE_LENGTH = 8_000;
const MAX_STACK_LENGTH = 32_000;

/** Returns the outcome of a run whose guest has reported an error, truncated if it is too long. */
export function failedOutcome(error: GuestError, limits: RunLimits): RunOutcome {
  const type = error.code === 'script_error' ? error.type : '';
  const message =
    error.code === 'out_of_memory'
      ? memoryLimitPassed(limits).message
      : [type, error.message].filter(Boolean).join(': ');
  return {
    kind: 'failed',
    code: error.code,
    message: message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed(),
    stack: error.stack?.slice(0, MAX_STACK_LENGTH).toWellFormed() ?? null,
    ...(error.retry === undefined ? {} : { retry: error.retry }),
  };
}
