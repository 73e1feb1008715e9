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
import { LIMITS, type LimitsInFile, MAX_ENTRIES, MAX_NAME } from './contract-fields.js';

export const REASONING = ['none', 'low', 'medium', 'high'] as const;

/** Characters of the standing instructions of an agent. */
const MAX_INSTRUCTIONS = 100_000;

/** All that makes a version of an agent. Bodies and answers of the API, defaults and the row of a version come from this table. */
export const AGENT_FIELDS = {
  name: displayName(),
  description: text({ maxLength: 10_000 }, { description: 'What it is for, for people.' }),
  model: text(
    { maxLength: MAX_NAME },
    {
      description:
        'Model of contracts that name none, as `provider/name`; without it the default model of the installation.',
      example: 'anthropic/sonnet',
    },
  ),
  instructions: text(
    { maxLength: MAX_INSTRUCTIONS },
    { description: 'Standing instructions, in Markdown. Those of a contract follow them.' },
  ),
  tools: texts(
    { maxItems: MAX_ENTRIES, uniqueItems: true },
    { minLength: 1, maxLength: MAX_NAME },
    {
      description: 'Tools of contracts that list none.',
      example: ['files.read', 'files.search', 'task:refund'],
    },
  ),
  approve: texts(
    { maxItems: MAX_ENTRIES, uniqueItems: true },
    { minLength: 1, maxLength: MAX_NAME },
    {
      description: 'Those of the tools whose calls a person approves first.',
      example: ['task:refund'],
    },
  ),
  knowledge: texts(
    { maxItems: MAX_ENTRIES, uniqueItems: true },
    { minLength: 1, maxLength: MAX_NAME },
    {
      description: 'Workspaces that it may search and read, by name.',
      example: ['handbook'],
    },
  ),
  limits: object<LimitsInFile>(
    { description: 'Limits of a run. Of a limit that a contract has as well, the lower holds.' },
    LIMITS,
  ),
  memory: memoryField(
    'What it may do with memories, of meta-tasks that do not say it: `read`, the scopes that it is given, and `write`.',
  ),
  temperature: decimal(
    { minimum: 0, maximum: 2 },
    { description: 'Temperature of the model; null leaves it to the provider.' },
  ),
  reasoning: optionalChoice(REASONING, {
    description: 'How much the model reasons; null leaves it to the provider.',
  }),
} satisfies Record<string, Field<unknown>>;

/** The value of each field. */
export type AgentDefinition = {
  -readonly [K in keyof typeof AGENT_FIELDS]: (typeof AGENT_FIELDS)[K] extends Field<infer T>
    ? T
    : never;
};
