import type { RunErrorCode } from '../../sandbox/runtime/runtime.js';

/**
 * The ways of failing that may be tried again. A lost worker has a rule of its own, and what was cancelled stays so.
 */
export const RETRYABLE_CODES = [
  'script_error',
  'timeout',
  'cpu_limit',
  'out_of_memory',
  'invalid_result',
  'dependency_error',
  'sandbox_error',
] as const satisfies RunErrorCode[];
export type RetryableCode = (typeof RETRYABLE_CODES)[number];

/** The conditions under which a failed attempt is followed by another one. */
export interface RetryPolicy {
  /** The codes that are tried again. */
  on: readonly RetryableCode[];
  /** Pause after the first failure, in seconds. */
  delaySeconds: number;
  /** The factor by which each further pause is longer. */
  factor: number;
  /** The longest pause, in seconds. */
  maxDelaySeconds: number;
  /** Part of the pause, 0 to 1, that chance may take away, so that what failed together does not come back together. */
  jitter: number;
}

/** Pause before the next attempt once `failures` have failed, in ms. `random`: 0 to 1. */
export function retryDelayMs(policy: RetryPolicy, failures: number, random: number): number {
  const grown = policy.delaySeconds * policy.factor ** (failures - 1);
  // 0 * Infinity is not a number.
  const seconds = policy.delaySeconds === 0 ? 0 : Math.min(grown, policy.maxDelaySeconds);
  return Math.round(seconds * 1000 * (1 - policy.jitter * random));
}

export function isRetried(policy: RetryPolicy, code: RunErrorCode): boolean {
  return policy.on.some((retried) => retried === code);
}
