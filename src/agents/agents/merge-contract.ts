import type { AgentDefinition } from './agent-fields.js';
import { type Contract, type ContractLimits, limitsOf } from './contract.js';

/** The terms of a run of an agent: contract and agent together, with every default. */
export interface EffectiveContract {
  loopVersion: 1;
  goal: string;
  /** Null = the default model of the installation. */
  model: string | null;
  tools: string[];
  knowledge: string[];
  citations: boolean;
  /** Only what is among the tools. */
  approve: string[];
  onRejected: 'report' | 'fail';
  limits: EffectiveLimits;
  /** Those of the agent, then those of the contract, in Markdown; '' = none. */
  instructions: string;
  temperature: number | null;
  reasoning: AgentDefinition['reasoning'];
}

export interface EffectiveLimits extends Record<DefaultedLimit, number> {
  /** Null = none. */
  maxCostUsd: number | null;
  timeoutSeconds: number | null;
}

type DefaultedLimit = keyof typeof DEFAULT_LIMITS;

/** Limits where neither contract nor agent has any. */
export const DEFAULT_LIMITS = {
  maxSteps: 40,
  maxToolCalls: 200,
  maxTokens: 500_000,
  maxParallelTools: 4,
} as const;

/**
 * Merges contract and agent: the contract wins, of two limits the lower holds, the instructions of both stand one after the
 * other. `goal`: from the params of the task, used where there is no contract.
 */
export function mergeContract(
  contract: Contract | null,
  agent: AgentDefinition | null,
  goal: string | null,
): EffectiveContract {
  const tools = contract?.tools ?? agent?.tools ?? [];
  const approve = contract?.approve ?? agent?.approve ?? [];
  return {
    loopVersion: 1,
    goal: contract?.goal ?? goal ?? '',
    model: contract?.model ?? agent?.model ?? null,
    tools,
    knowledge: contract?.knowledge ?? agent?.knowledge ?? [],
    citations: contract?.citations ?? false,
    approve: approve.filter((entry) => tools.some((tool) => toolMatches(tool, entry))),
    onRejected: contract?.onRejected ?? 'report',
    limits: lower(contract?.limits ?? limitsOf(null), limitsOf(agent?.limits)),
    instructions: [agent?.instructions, contract?.instructions]
      .filter((text) => text != null && text.trim() !== '')
      .join('\n\n'),
    temperature: agent?.temperature ?? null,
    reasoning: agent?.reasoning ?? null,
  };
}

/** Returns whether a tool of a contract covers an entry of `approve`: itself, or a tool of the server it names with `*`. */
export function toolMatches(tool: string, entry: string): boolean {
  return tool === entry || (tool.endsWith('/*') && entry.startsWith(tool.slice(0, -1)));
}

function lower(one: ContractLimits, other: ContractLimits): EffectiveLimits {
  const lowest = (name: keyof ContractLimits): number | null => {
    const given = [one[name], other[name]].filter((limit) => limit !== null);
    return given.length === 0 ? null : Math.min(...given);
  };
  return {
    maxSteps: lowest('maxSteps') ?? DEFAULT_LIMITS.maxSteps,
    maxToolCalls: lowest('maxToolCalls') ?? DEFAULT_LIMITS.maxToolCalls,
    maxTokens: lowest('maxTokens') ?? DEFAULT_LIMITS.maxTokens,
    maxParallelTools: lowest('maxParallelTools') ?? DEFAULT_LIMITS.maxParallelTools,
    maxCostUsd: lowest('maxCostUsd'),
    timeoutSeconds: lowest('timeoutSeconds'),
  };
}
