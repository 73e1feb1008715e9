import { describe, expect, it } from '@jest/globals';
import type { RetryAdvice } from '../../sandbox/runtime/protocol.js';
import type { RunErrorCode } from '../../sandbox/runtime/runtime.js';
import { type FailedOutcome, isRetried, retryDelayMs, type RetryPolicy } from './retry-policy.js';

const POLICY: RetryPolicy = {
  on: ['script_error', 'timeout'],
  delaySeconds: 1,
  factor: 2,
  maxDelaySeconds: 10,
  jitter: 0,
};
const NO_CHANCE = 0;

describe('the pause before a retry', () => {
  it('grows by the factor up to the longest', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((failures) => retryDelayMs(POLICY, failures, NO_CHANCE));
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('is shortened by the jitter at most, and never lengthened', () => {
    const policy = { ...POLICY, jitter: 0.5 };
    expect(retryDelayMs(policy, 2, 0)).toBe(2_000);
    expect(retryDelayMs(policy, 2, 0.5)).toBe(1_500);
    expect(retryDelayMs(policy, 2, 1)).toBe(1_000);
    expect(retryDelayMs({ ...POLICY, jitter: 1 }, 2, 1)).toBe(0);
  });

  it('stays finite after a hundred attempts, whatever the factor', () => {
    expect(retryDelayMs({ ...POLICY, factor: 100 }, 99, NO_CHANCE)).toBe(10_000);
    expect(retryDelayMs({ ...POLICY, factor: 1e6, delaySeconds: 0 }, 99, NO_CHANCE)).toBe(0);
    expect(retryDelayMs({ ...POLICY, factor: 1 }, 99, NO_CHANCE)).toBe(1_000);
  });

  it('may be a part of a second, in whole ms', () => {
    expect(retryDelayMs({ ...POLICY, delaySeconds: 0.0125 }, 1, NO_CHANCE)).toBe(13);
  });
});

describe('what is tried again', () => {
  const failed = (code: RunErrorCode, retry?: RetryAdvice): FailedOutcome => ({
    kind: 'failed',
    code,
    message: '',
    stack: null,
    ...(retry === undefined ? {} : { retry }),
  });

  it('is what the policy names, and never a cancelled or lost run', () => {
    expect(isRetried(POLICY, failed('timeout'))).toBe(true);
    for (const code of ['out_of_memory', 'invalid_result', 'cancelled', 'worker_lost'] as const)
      expect(isRetried(POLICY, failed(code))).toBe(false);
  });

  it('is no error that says that it is final, whatever the policy', () => {
    expect(isRetried(POLICY, failed('script_error', { final: true }))).toBe(false);
  });

  it('is an error of the reporter that stays the same only where the policy names its code', () => {
    const missing = failed('script_error', { code: 'not_found' });
    expect(isRetried(POLICY, missing)).toBe(false);
    expect(isRetried({ ...POLICY, on: ['not_found'] }, missing)).toBe(true);
    expect(isRetried(POLICY, failed('script_error', { code: 'network_error' }))).toBe(true);
  });
});

it('an error that names its own pause has exactly that one, without chance', () => {
  expect(retryDelayMs({ ...POLICY, jitter: 1 }, 3, 1, 0.25)).toBe(250);
});
