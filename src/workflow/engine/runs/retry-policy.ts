import type { RunErrorCode, RunOutcome } from '../../../sandbox/runtime/runtime.js';

/** Failures that a policy may retry. A lost worker has its own rule, and a cancelled attempt is never retried. */
export const RETRYABLE_CODES = [
  'script_error',
  'script_crashed',
  'timeout',
  'cpu_limit',
  'out_of_memory',
  'invalid_result',
  'dependency_error',
  'model_error',
  'sandbox_error',
] as const satisfies RunErrorCode[];

/** Error codes of calls that fail again for the same script. A policy retries them only if it names them. */
export const FINAL_CODES = ['not_found', 'network_denied', 'validation_failed'] as const;

/** All codes that a policy may name. */
export const RETRY_CODES = [...RETRYABLE_CODES, ...FINAL_CODES] as const;
export type RetryCode = (typeof RETRY_CODES)[number];

export type FailedOutcome = Extract<RunOutcome, { kind: 'failed' }>;

/** Conditions under which another attempt follows a failed one. */
export interface RetryPolicy {
  /** Codes that are retried. */
  on: readonly RetryCode[];
  /** Delay after the first failure, in seconds. */
  delaySeconds: number;
  /** Factor by which each further delay grows. */
  factor: number;
  /** Longest delay, in seconds. */
  maxDelaySeconds: number;
  /**
   * Fraction of the delay, 0 to 1, up to which chance shortens it, so that attempts that failed together are spread
   * out.
   */
  jitter: number;
}

/**
 * Returns the delay before the next attempt after `failures` failures, in ms. `random`: 0 to 1. `after`: seconds that
 * the error itself names, which replace the delay of the policy.
 */
export function retryDelayMs(
  policy: RetryPolicy,
  failures: number,
  random: number,
  after?: number,
): number {
  if (after !== undefined) return Math.ceil(after * 1000);
  const grown = policy.delaySeconds * policy.factor ** (failures - 1);
  // 0 * Infinity is NaN.
  const seconds = policy.delaySeconds === 0 ? 0 : Math.min(grown, policy.maxDelaySeconds);
  return Math.round(seconds * 1000 * (1 - policy.jitter * random));
}

export function isRetried(policy: RetryPolicy, outcome: FailedOutcome): boolean {
  if (outcome.retry?.final === true) return false;
  const code = deciding(outcome);
  return policy.on.some((retried) => retried === code);
}

/**
 * Returns the reason, for the task's log, why no attempt follows a failure that {@link isRetried} refuses; null if a
 * reader would expect none.
 */
export function finalNote(outcome: FailedOutcome): string | null {
  if (outcome.retry?.final === true)
    return 'No further attempt follows: the script raised NonRetryable.';
  const code = deciding(outcome);
  if (!RETRY_CODES.some((known) => known === code)) return null;
  return `No further attempt follows: the meta-task's retry_on does not name ${code}.`;
}

/** Returns the code by which a policy decides: that of a failed call if it is final, otherwise that of the failure. */
function deciding({ code, retry }: FailedOutcome): RunErrorCode | RetryCode {
  return FINAL_CODES.find((final) => final === retry?.code) ?? code;
}
