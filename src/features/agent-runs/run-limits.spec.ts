import { describe, expect, it } from '@jest/globals';
import { DEFAULT_LIMITS } from '../agents/merge-contract.js';
import { cappedLimits } from './run-limits.js';

const LIMITS = { ...DEFAULT_LIMITS, maxCostUsd: null, timeoutSeconds: null };

describe('the limits of a run', () => {
  it('are no higher than the installation allows by now', () => {
    const caps = { maxSteps: 10, maxTokens: 1_000 };
    expect(cappedLimits(LIMITS, caps)).toEqual({ ...LIMITS, maxSteps: 10, maxTokens: 1_000 });
    const higher = { maxSteps: 1_000, maxTokens: 10_000_000 };
    expect(cappedLimits(LIMITS, higher)).toEqual(LIMITS);
  });
});
