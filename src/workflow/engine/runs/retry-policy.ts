import type { RunErrorCode, RunOutcome } from '../../../sandbox/runtime/runtime.js';

/**
 * The ways of failing that may be tried again. A lost worker has a rule of its own, and what was cancelled stays so.
 */
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

/**
 * Errors of the reporter that the same script gets again. A failure by one of them is tried again only where the policy
 * names it.
 */
export const FINAL_CODES = ['not_found', 'network_denied', 'validation_failed'] as const;

/** All that a policy may name. */
export const RETRY_CODES = [...RETRYABLE_CODES, ...FINAL_CODES] as const;
export type RetryCode = (typeof RETRY_CODES)[number];

export type FailedOutcome = Extract<RunOutcome, { kind: 'failed' }>;

/** The conditions under which a failed attempt is followed by another one. */
export interface RetryPolicy {
  /** The codes that are tried again. */
  on: readonly RetryCode[];
  /** Pause after the first failure, in seconds. */
  delaySeconds: number;
  /** The factor by which each further pause is longer. */
  factor: number;
  /** The longest pause, in seconds. */
  maxDelaySeconds: number;
  /** Part of the pause, 0 to 1, that chance may take away, so that what failed together does not come back together. */
  jitter: number;
}

/**
 * Pause before the next attempt once `failures` have failed, in ms. `random`: 0 to 1. `after`: the seconds that the error itself
 * has named, which replace those of the policy.
 */
export function retryDelayMs(
  policy: RetryPolicy,
  failures: number,
  random: number,
  after?: number,
): number {
  if (after !== undefined) return Math.ceil(after * 1000);
  const grown = policy.delaySeconds * policy.factor ** (failures - 1);
  // 0 * Infinity is not a number.
  const seconds = policy.delaySeconds === 0 ? 0 : Math.min(grown, policy.maxDelaySeconds);
  return Math.round(seconds * 1000 * (1 - policy.jitter * random));
}

export function isRetried(policy: RetryPolicy, outcome: FailedOutcome): boolean {
  if (outcome.retry?.final === true) return false;
  const code = deciding(outcome);
  return policy.on.some((retried) => retried === code);
}

/** Returns why no attempt follows a failure that {@link isRetried} refuses, for the task's log; null where none would be expected. */
export function finalNote(outcome: FailedOutcome): string | null {
  if (outcome.retry?.final === true)
    return 'No further attempt follows: the script raised NonRetryable.';
  const code = deciding(outcome);
  if (!RETRY_CODES.some((known) => known === code)) return null;
  return `No further attempt follows: the meta-task's retry_on does not name ${code}.`;
}

/** Returns the code by which a policy decides: that of an error of the reporter which is final by itself, else that of the failure. */
function deciding({ code, retry }: FailedOutcome): RunErrorCode | RetryCode {
  return FINAL_CODES.find((final) => final === retry?.code) ?? code;
}
