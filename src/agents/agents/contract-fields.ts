import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';
/** Maximum number of tools, approvals or workspaces in a contract. */
export const MAX_ENTRIES = 100;
/** Maximum length of a contract's goal in characters. */
export const MAX_GOAL = 2_000;

/** Value of `knowledge` for all workspaces of the project. */
export const ALL_WORKSPACES = '*';

/** Limits of a contract, as spelled in front matter and the API. */
export interface LimitsInFile {
  max_steps?: number;
  max_tool_calls?: number;
  max_tokens?: number;
  max_cost_usd?: number;
  timeout_seconds?: number;
  max_parallel_tools?: number;
}

/** The front matter of a contract. */
export interface FrontMatter {
  goal: string;
  model?: string;
  tools?: string[];
  knowledge?: string[];
  citations?: boolean;
  approve?: string[];
  on_rejected?: 'report' | 'fail';
  limits?: LimitsInFile;
}

/** The JSON Schema of each limit. */
export const LIMITS = {
  max_steps: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    description: 'Maximum number of model calls. Default: 40.',
  },
  max_tool_calls: {
    type: 'integer',
    minimum: 1,
    maximum: 5_000,
    description: 'Maximum number of tool calls. Default: 200.',
  },
  max_tokens: {
    type: 'integer',
    minimum: 1,
    maximum: 10_000_000,
    description: 'Maximum number of tokens over all model calls. Default: 500,000.',
  },
  max_cost_usd: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 10_000,
    description: 'Maximum cost of all model calls in USD, for a model with prices.',
  },
  timeout_seconds: {
    type: 'integer',
    minimum: 1,
    description:
      'Maximum duration of a run in seconds. If the meta-task sets a lower limit, that one applies.',
  },
  max_parallel_tools: {
    type: 'integer',
    minimum: 1,
    maximum: 16,
    description: 'Maximum number of parallel tool calls. Default: 4.',
  },
} as const;

/** JSON Schema of all limits. */
export const LIMITS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: LIMITS,
} as const;

const NAMES = {
  type: 'array',
  maxItems: MAX_ENTRIES,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: MAX_NAME_LENGTH },
} as const;

/** Returns the JSON Schema of the front matter; `tools` are the names that editors suggest. */
export function frontMatterSchema(tools: readonly string[] = []) {
  const offered = tools.length === 0 ? {} : { examples: tools };
  return {
    type: 'object',
    additionalProperties: false,
    required: ['goal'],
    properties: {
      goal: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_GOAL,
        description: 'Goal of a run, in a sentence or two.',
      },
      model: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_NAME_LENGTH,
        description: 'Model, as `provider/name`. Default: the model of the agent or of the server.',
      },
      tools: {
        ...NAMES,
        items: { ...NAMES.items, ...offered },
        description:
          'Names of the tools that the agent may call; `task:<identifier>` for a meta-task.',
      },
      knowledge: {
        ...NAMES,
        description:
          'Names of the workspaces that the agent may search and read; `"*"` for all of the project.',
      },
      citations: {
        type: 'boolean',
        description:
          'Whether the result cites files. Each quote in its `citations` is verified, and one that its file does not contain is returned to the model.',
      },
      approve: {
        ...NAMES,
        description: 'Tools whose calls a person must approve first.',
      },
      on_rejected: {
        enum: ['report', 'fail'],
        description: 'Effect of a rejected call: `report` it to the model, or `fail` the task.',
      },
      limits: LIMITS_SCHEMA,
    },
  };
}
