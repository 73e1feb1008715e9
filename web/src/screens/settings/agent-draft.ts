import type { AgentBody } from '../../api/agents.js';
import type { Agent } from '../../api/types.js';
import { parseNumberField, numberText } from '../../parts/number-text.js';
import { splitNonEmptyLines } from './non-empty-lines.js';

type Limits = NonNullable<Agent['limits']>;
export type LimitName = keyof Limits;
type Memory = NonNullable<Agent['memory']>;
export type MemoryScope = NonNullable<Memory['read']>[number];

export const LIMITS = [
  'max_steps',
  'max_tool_calls',
  'max_tokens',
  'max_cost_usd',
  'timeout_seconds',
  'max_parallel_tools',
] as const satisfies readonly LimitName[];
export const MEMORY_SCOPES = [
  'project',
  'task_type',
  'agent',
  'subject',
] as const satisfies readonly MemoryScope[];
export const REASONING = ['', 'none', 'low', 'medium', 'high'] as const;

/** Agent as the values of its form fields. Lists contain one entry per line. */
export interface AgentDraft {
  name: string;
  description: string;
  model: string;
  instructions: string;
  tools: string;
  approve: string;
  knowledge: string;
  limits: Record<LimitName, string>;
  /** True if the agent has settings for memories. */
  saysMemory: boolean;
  read: MemoryScope[];
  write: boolean;
  temperature: string;
  reasoning: (typeof REASONING)[number];
}

const NO_LIMITS: Record<LimitName, string> = {
  max_steps: '',
  max_tool_calls: '',
  max_tokens: '',
  max_cost_usd: '',
  timeout_seconds: '',
  max_parallel_tools: '',
};

export const NEW_AGENT: AgentDraft = {
  name: '',
  description: '',
  model: '',
  instructions: '',
  tools: '',
  approve: '',
  knowledge: '',
  limits: NO_LIMITS,
  saysMemory: false,
  read: [],
  write: false,
  temperature: '',
  reasoning: '',
};

export function draftOfAgent(agent: AgentBody): AgentDraft {
  const { limits, memory } = agent;
  const limitText = (name: LimitName): string => numberText(limits?.[name] ?? null);
  return {
    name: agent.name,
    description: agent.description ?? '',
    model: agent.model ?? '',
    instructions: agent.instructions ?? '',
    tools: agent.tools.join('\n'),
    approve: agent.approve.join('\n'),
    knowledge: agent.knowledge.join('\n'),
    limits: {
      max_steps: limitText('max_steps'),
      max_tool_calls: limitText('max_tool_calls'),
      max_tokens: limitText('max_tokens'),
      max_cost_usd: limitText('max_cost_usd'),
      timeout_seconds: limitText('timeout_seconds'),
      max_parallel_tools: limitText('max_parallel_tools'),
    },
    saysMemory: memory !== null,
    read: memory?.read ?? [],
    write: memory?.write ?? false,
    temperature: numberText(agent.temperature),
    reasoning: agent.reasoning ?? '',
  };
}

export function bodyOfAgent(draft: AgentDraft): AgentBody {
  const limits: Limits = {};
  for (const name of LIMITS) {
    const value = parseNumberField(draft.limits[name]);
    if (value !== null) limits[name] = value;
  }
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    model: draft.model.trim() || null,
    instructions: draft.instructions.trim() === '' ? null : draft.instructions,
    tools: splitNonEmptyLines(draft.tools),
    approve: splitNonEmptyLines(draft.approve),
    knowledge: splitNonEmptyLines(draft.knowledge),
    limits: Object.keys(limits).length === 0 ? null : limits,
    memory: draft.saysMemory
      ? { read: MEMORY_SCOPES.filter((one) => draft.read.includes(one)), write: draft.write }
      : null,
    temperature: parseNumberField(draft.temperature),
    reasoning: draft.reasoning === '' ? null : draft.reasoning,
  };
}
