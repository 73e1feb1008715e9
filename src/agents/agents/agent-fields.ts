import {
  decimal,
  type Field,
  object,
  optionalChoice,
  displayName,
  text,
  texts,
} from '../../tasks/catalogue/field.js';
import { memoryField } from '../../tasks/catalogue/memory-field.js';
import { LIMITS, type LimitsInFile, MAX_ENTRIES } from './contract-fields.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';

export const REASONING = ['none', 'low', 'medium', 'high'] as const;

/** Maximum length of an agent's instructions in characters. */
const MAX_INSTRUCTIONS = 100_000;

/**
 * All fields of a version of an agent. Bodies and answers of the API, defaults and the row of a version are derived
 * from this table.
 */
export const AGENT_FIELDS = {
  name: displayName(),
  description: text({ maxLength: 10_000 }, { description: 'Human-readable description.' }),
  model: text(
    { maxLength: MAX_NAME_LENGTH },
    {
      description:
        'Model for contracts that name none, as `provider/name`. Default: the default model of the installation.',
      example: 'anthropic/sonnet',
    },
  ),
  instructions: text(
    { maxLength: MAX_INSTRUCTIONS },
    { description: 'Standing instructions in Markdown, followed by those of the contract.' },
  ),
  tools: texts(
    { maxItems: MAX_ENTRIES, uniqueItems: true },
    { minLength: 1, maxLength: MAX_NAME_LENGTH },
    {
      description: 'Tools for contracts that list none.',
      example: ['files.read', 'files.search', 'task:refund'],
    },
  ),
  approve: texts(
    { maxItems: MAX_ENTRIES, uniqueItems: true },
    { minLength: 1, maxLength: MAX_NAME_LENGTH },
    {
      description: 'Tools whose calls a person must approve first.',
      example: ['task:refund'],
    },
  ),
  knowledge: texts(
    { maxItems: MAX_ENTRIES, uniqueItems: true },
    { minLength: 1, maxLength: MAX_NAME_LENGTH },
    {
      description: 'Names of the workspaces that the agent may search and read.',
      example: ['handbook'],
    },
  ),
  limits: object<LimitsInFile>(
    { description: 'Run limits. If the contract sets the same limit, the lower value applies.' },
    LIMITS,
  ),
  memory: memoryField(
    'Memory access for meta-tasks that do not set it: `read`, the scopes whose memories the agent receives, and `write`.',
  ),
  temperature: decimal(
    { minimum: 0, maximum: 2 },
    { description: 'Temperature of the model. Null: the default of the provider.' },
  ),
  reasoning: optionalChoice(REASONING, {
    description: 'Reasoning effort of the model. Null: the default of the provider.',
  }),
} satisfies Record<string, Field<unknown>>;

/** Type of a definition, derived from the fields. */
export type AgentDefinition = {
  -readonly [K in keyof typeof AGENT_FIELDS]: (typeof AGENT_FIELDS)[K] extends Field<infer T>
    ? T
    : never;
};
