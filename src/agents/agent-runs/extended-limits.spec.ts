import { describe, expect, it } from '@jest/globals';
import { DEFAULT_LIMITS } from '../agents/merge-contract.js';
import { extensionIssue, limitsOfRun } from './extended-limits.js';

const LIMITS = { ...DEFAULT_LIMITS, maxCostUsd: null, timeoutSeconds: null };
const CAPS = { maxSteps: 1_000, maxTokens: 10_000_000 };

describe('the limits of a run', () => {
  it('the limits of a run never exceed the current caps of the installation', () => {
    const caps = { maxSteps: 10, maxTokens: 1_000 };
    const lowered = { ...LIMITS, maxSteps: 10, maxTokens: 1_000 };
    expect(limitsOfRun(LIMITS, {}, caps)).toEqual(lowered);
    expect(limitsOfRun(LIMITS, { max_steps: 5 }, caps)).toEqual(lowered);
    expect(limitsOfRun(LIMITS, {}, CAPS)).toEqual(LIMITS);
  });

  it('a retry can extend the limits of a run', () => {
    const given = { ...LIMITS, maxCostUsd: 1 };
    const extension = { max_steps: 1, max_tool_calls: 2, max_tokens: 3, max_cost_usd: 0.5 };
    expect(limitsOfRun(given, extension, CAPS)).toEqual({
      ...given,
      maxSteps: 41,
      maxToolCalls: 202,
      maxTokens: 500_003,
      maxCostUsd: 1.5,
    });
    expect(extensionIssue(given, extension, CAPS)).toBeNull();
  });

  it('an extension beyond the caps of the installation, or of an absent limit, is refused', () => {
    expect(extensionIssue(LIMITS, { max_steps: 961 }, CAPS)).toMatchObject({
      limit: 'max_steps',
      message: expect.stringContaining('METARUN_LIMITS.agent_steps'),
    });
    expect(extensionIssue(LIMITS, { max_cost_usd: 1 }, CAPS)).toMatchObject({
      limit: 'max_cost_usd',
    });
  });
});
