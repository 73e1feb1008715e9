import { describe, expect, it } from '@jest/globals';
import type { RetryAdvice } from '../../../sandbox/runtime/protocol.js';
import type { RunErrorCode } from '../../../sandbox/runtime/runtime.js';
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
  it('the pause before a retry grows by the factor up to its maximum', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((failures) => retryDelayMs(POLICY, failures, NO_CHANCE));
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('the jitter shortens the pause before a retry and never lengthens it', () => {
    const policy = { ...POLICY, jitter: 0.5 };
    expect(retryDelayMs(policy, 2, 0)).toBe(2_000);
    expect(retryDelayMs(policy, 2, 0.5)).toBe(1_500);
    expect(retryDelayMs(policy, 2, 1)).toBe(1_000);
    expect(retryDelayMs({ ...POLICY, jitter: 1 }, 2, 1)).toBe(0);
  });

  it('the pause before a retry stays finite after a hundred attempts with any factor', () => {
    expect(retryDelayMs({ ...POLICY, factor: 100 }, 99, NO_CHANCE)).toBe(10_000);
    expect(retryDelayMs({ ...POLICY, factor: 1e6, delaySeconds: 0 }, 99, NO_CHANCE)).toBe(0);
    expect(retryDelayMs({ ...POLICY, factor: 1 }, 99, NO_CHANCE)).toBe(1_000);
  });

  it('the pause before a retry may be a fraction of a second, in whole milliseconds', () => {
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

  it('only failure codes that the policy names are retried', () => {
    expect(isRetried(POLICY, failed('timeout'))).toBe(true);
    for (const code of ['out_of_memory', 'invalid_result', 'cancelled', 'worker_lost'] as const)
      expect(isRetried(POLICY, failed(code))).toBe(false);
  });

  it('an error marked as final is not retried, whatever the policy', () => {
    expect(isRetried(POLICY, failed('script_error', { final: true }))).toBe(false);
  });

  it('a lasting error of the reporter is retried only when the policy names its code', () => {
    const missing = failed('script_error', { code: 'not_found' });
    expect(isRetried(POLICY, missing)).toBe(false);
    expect(isRetried({ ...POLICY, on: ['not_found'] }, missing)).toBe(true);
    expect(isRetried(POLICY, failed('script_error', { code: 'network_error' }))).toBe(true);
  });
});

it('an error that names its own pause gets exactly that pause, without jitter', () => {
  expect(retryDelayMs({ ...POLICY, jitter: 1 }, 3, 1, 0.25)).toBe(250);
});
