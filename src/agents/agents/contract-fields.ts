/** Characters of a tool, a model or the name of a workspace. */
export const MAX_NAME = 200;
/** Tools, approvals or workspaces of a contract. */
export const MAX_ENTRIES = 100;
/** The most characters of a goal in a contract. */
export const MAX_GOAL = 2_000;

/** Stands in `knowledge` for all workspaces of the project. */
export const ALL_WORKSPACES = '*';

/** The limits of a contract as its front matter and the API spell them. */
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
    description: 'Calls of the model; 40 where nothing says it.',
  },
  max_tool_calls: {
    type: 'integer',
    minimum: 1,
    maximum: 5_000,
    description: 'Calls of tools; 200 where nothing says it.',
  },
  max_tokens: {
    type: 'integer',
    minimum: 1,
    maximum: 10_000_000,
    description: 'Tokens of all calls of the model together; 500,000 where nothing says it.',
  },
  max_cost_usd: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 10_000,
    description: 'Cost of all calls of the model together, for a model with prices.',
  },
  timeout_seconds: {
    type: 'integer',
    minimum: 1,
    description: 'Seconds of a run; the lower of this and the limit of the meta-task holds.',
  },
  max_parallel_tools: {
    type: 'integer',
    minimum: 1,
    maximum: 16,
    description: 'Calls of tools at the same time; 4 where nothing says it.',
  },
} as const;

/** The JSON Schema of limits together. */
export const LIMITS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: LIMITS,
} as const;

const NAMES = {
  type: 'array',
  maxItems: MAX_ENTRIES,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: MAX_NAME },
} as const;

/** The JSON Schema of the front matter; `tools` are the names that editors offer. */
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
        description: 'What a run is to reach, in a sentence or two.',
      },
      model: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_NAME,
        description:
          'The model, as `provider/name`; without it that of the agent or of the server.',
      },
      tools: {
        ...NAMES,
        items: { ...NAMES.items, ...offered },
        description:
          'The tools that it may call: their names, and `task:<identifier>` for a meta-task.',
      },
      knowledge: {
        ...NAMES,
        description:
          'Workspaces that it may search and read, by name; `"*"` for all of the project.',
      },
      citations: {
        type: 'boolean',
        description:
          'Whether the result cites files: each quote in its `citations` is looked up, and one that its file does not have is given back to the model.',
      },
      approve: {
        ...NAMES,
        description: 'Those of the tools whose calls a person approves first.',
      },
      on_rejected: {
        enum: ['report', 'fail'],
        description:
          'A rejected call: it is reported to the model (`report`), or the task fails (`fail`).',
      },
      limits: LIMITS_SCHEMA,
    },
  };
}
