import { LIMITS } from '../agents/contract-fields.js';
import type { LimitCaps } from '../agents/contract-world.js';
import type { EffectiveLimits } from '../agents/merge-contract.js';

/** Returns the limits of a run, each no higher than the installation allows: it may have been set lower since the contract was checked. */
export function cappedLimits(limits: EffectiveLimits, caps: LimitCaps): EffectiveLimits {
  return {
    ...limits,
    maxSteps: Math.min(limits.maxSteps, caps.maxSteps),
    maxTokens: Math.min(limits.maxTokens, caps.maxTokens),
    maxToolCalls: Math.min(limits.maxToolCalls, LIMITS.max_tool_calls.maximum),
  };
}
