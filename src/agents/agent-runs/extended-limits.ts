import { LIMITS } from '../agents/contract-fields.js';
import type { LimitCaps } from '../agents/contract-world.js';
import type { EffectiveLimits } from '../agents/merge-contract.js';
import { EXTENDABLE, type Extendable, type Extension } from '../../tasks/tasks/runs/extension.js';

/** Limits that can be extended, with their names in code and the settings by which operators bound them. */
const NAMES = {
  max_steps: { member: 'maxSteps', setting: ' (METARUN_LIMITS.agent_steps)' },
  max_tool_calls: { member: 'maxToolCalls', setting: '' },
  max_tokens: { member: 'maxTokens', setting: ' (METARUN_LIMITS.agent_tokens)' },
  max_cost_usd: { member: 'maxCostUsd', setting: '' },
} as const satisfies Record<Extendable, { member: keyof EffectiveLimits; setting: string }>;

/**
 * Returns the limits of a run: those of contract and agent plus the extensions of retries, each capped by the
 * installation's maximum, which may have been lowered since the contract was checked.
 */
export function limitsOfRun(
  limits: EffectiveLimits,
  extension: Extension,
  caps: LimitCaps,
): EffectiveLimits {
  const most = buildMaximums(caps);
  const { maxCostUsd } = limits;
  const whole = (limit: Exclude<Extendable, 'max_cost_usd'>): number =>
    Math.min(limits[NAMES[limit].member] + (extension[limit] ?? 0), most[limit]);
  return {
    ...limits,
    maxSteps: whole('max_steps'),
    maxTokens: whole('max_tokens'),
    maxToolCalls: whole('max_tool_calls'),
    maxCostUsd: maxCostUsd === null ? null : maxCostUsd + (extension.max_cost_usd ?? 0),
  };
}

/** Returns the reason why limits cannot be extended by this much, with the limit; null if they can. */
export function extensionIssue(
  limits: EffectiveLimits,
  extension: Extension,
  caps: LimitCaps,
): { limit: Extendable; message: string } | null {
  const most = buildMaximums(caps);
  for (const limit of EXTENDABLE) {
    const more = extension[limit];
    if (more === undefined) continue;
    const { member, setting } = NAMES[limit];
    const given = limits[member];
    if (given === null)
      return { limit, message: 'cannot be extended: neither contract nor agent has this limit' };
    if (given + more > most[limit])
      return {
        limit,
        message: `would be ${given + more} in all, and this installation allows ${most[limit]} at most${setting}`,
      };
  }
  return null;
}

function buildMaximums({ maxSteps, maxTokens }: LimitCaps): Record<Extendable, number> {
  return {
    max_steps: maxSteps,
    max_tool_calls: LIMITS.max_tool_calls.maximum,
    max_tokens: maxTokens,
    max_cost_usd: LIMITS.max_cost_usd.maximum,
  };
}
