import type { AgentDefinition } from './agent-fields.js';
import { type Contract, type ContractLimits, toContractLimits } from './contract.js';

/** Terms of an agent's run: contract and agent merged, with all defaults. */
export interface EffectiveContract {
  loopVersion: 1;
  goal: string;
  /** Null = the default model of the installation. */
  model: string | null;
  tools: string[];
  knowledge: string[];
  citations: boolean;
  /** Tools that require approval, all of which are in `tools`. */
  approve: string[];
  onRejected: 'report' | 'fail';
  limits: EffectiveLimits;
  /** Instructions of the agent followed by those of the contract, in Markdown; '' = none. */
  instructions: string;
  temperature: number | null;
  reasoning: AgentDefinition['reasoning'];
}

export interface EffectiveLimits extends Record<DefaultedLimit, number> {
  /** Null = no limit. */
  maxCostUsd: number | null;
  timeoutSeconds: number | null;
}

type DefaultedLimit = keyof typeof DEFAULT_LIMITS;

/** Default limits, used if neither contract nor agent sets any. */
export const DEFAULT_LIMITS = {
  maxSteps: 40,
  maxToolCalls: 200,
  maxTokens: 500_000,
  maxParallelTools: 4,
} as const;

/**
 * Merges contract and agent: the contract takes precedence, the lower of two limits applies, and the instructions of
 * both are joined. `goal`: from the params of the task, used without a contract.
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
    limits: lower(contract?.limits ?? toContractLimits(null), toContractLimits(agent?.limits)),
    instructions: [agent?.instructions, contract?.instructions]
      .filter((text) => text != null && text.trim() !== '')
      .join('\n\n'),
    temperature: agent?.temperature ?? null,
    reasoning: agent?.reasoning ?? null,
  };
}

/**
 * Returns whether a contract's tool covers an entry of `approve`: the same tool, or a tool of the server that it names
 * with `*`.
 */
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
