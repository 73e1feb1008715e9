import { integer, type Values } from '../../base/config/setting.js';
import { LIMITS } from './contract-fields.js';

export const AGENT_SETTINGS = {
  maxAgentSteps: integer(
    {
      env: 'METARUN_LIMITS.agent_steps',
      description: 'Maximum number of model calls that a task of an agent may be allowed.',
    },
    LIMITS.max_steps.maximum,
    1,
    LIMITS.max_steps.maximum,
  ),
  maxAgentTokens: integer(
    {
      env: 'METARUN_LIMITS.agent_tokens',
      description:
        'Maximum number of tokens over all model calls that a task of an agent may be allowed.',
    },
    LIMITS.max_tokens.maximum,
    1,
    LIMITS.max_tokens.maximum,
  ),
} as const;

export type AgentSettings = Values<typeof AGENT_SETTINGS>;

/** Returns the maximum limits that a contract may set. */
export function toLimitCaps({ maxAgentSteps, maxAgentTokens }: AgentSettings): {
  maxSteps: number;
  maxTokens: number;
} {
  return { maxSteps: maxAgentSteps, maxTokens: maxAgentTokens };
}
