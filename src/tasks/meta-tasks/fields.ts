import { SCRIPT_ENGINES } from '../../sandbox/runtime/protocol.js';
import { MAX_PRIORITY } from '../../workflow/engine/state/priority.js';
import { RETRY_CODES, RETRYABLE_CODES } from '../../workflow/engine/runs/retry-policy.js';
import { type JsonObject, POINTER_PATTERN } from '../../base/kernel/json.js';
import { TAG_PATTERN } from '../../base/config/worker-tags.js';
import { NETWORK_POLICIES } from '../../base/kernel/network.js';
import { DEFAULT_LANGUAGE, SCRIPT_LANGUAGES } from '../../base/languages/index.js';
import { MAX_BUNDLE_BYTES } from '../../base/languages/script-size.js';
import {
  decimal,
  choice,
  choices,
  type Field,
  flag,
  limit,
  number,
  object,
  displayName,
  text,
  texts,
} from '../catalogue/field.js';
import { memoryField } from '../catalogue/memory-field.js';
import { MCP_OFFERS, mcpHintsField } from './mcp-hints.js';
import { NAME_MESSAGE, NAME_PATTERN } from '../../base/kernel/hidden-characters.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';

export const EXECUTION_MODES = ['script', 'agent'] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

const ISOLATIONS = ['reuse', 'fresh'] as const;

/** Longest pause between attempts, in seconds: a week. */
const MAX_RETRY_DELAY_SECONDS = 604_800;
/** Longest total time limit, in seconds: a year. */
const MAX_TOTAL_SECONDS = 31_536_000;

/**
 * All fields of a version of a meta-task. Request bodies, responses, defaults, the row of a version and `metatask.yaml`
 * are derived from this table: a new field needs a line here, a column in the entity and a migration.
 */
export const FIELDS = {
  name: displayName(),
  description: text({ maxLength: 10_000 }, { description: 'Human-readable description.' }),
  script: text(
    { maxLength: MAX_BUNDLE_BYTES },
    {
      description:
        'Workflow source, at most 1 MiB; for a bundle of `metarun bundle`, at most 10 MiB. A meta-task without it cannot be run.',
      tooLong: (length) =>
        `script has ${length} characters; ${MAX_BUNDLE_BYTES} are the most, of a bundle: import the parts of packages that are needed, or smaller packages`,
      inFile: null,
    },
  ),
  execution_mode: choice(EXECUTION_MODES, 'script', {
    description:
      'Execution mode. `script`: the workflow script. `agent`: a contract, which needs a language model on the server.',
    inFile: {
      description:
        'Execution mode. `script`: workflow.py or workflow.ts. `agent`: the contract agent.md, which needs a language model on the server.',
    },
  }),
  script_language: choice(SCRIPT_LANGUAGES, DEFAULT_LANGUAGE, {
    description: 'Language of the script.',
    inFile: null,
  }),
  workspace_id: text(
    { format: 'uuid' },
    {
      description: 'Workspace of its files. Default: the default workspace of the project.',
      inFile: null,
    },
  ),
  agent_id: text(
    { format: 'uuid' },
    {
      description: 'Agent that carries out the contract, if `execution_mode` is "agent".',
      inFile: null,
    },
  ),
  docker_image_id: text(
    { format: 'uuid' },
    {
      description:
        'Container image to run on, at its current digest. Later versions keep that digest unless they name the image again.',
      inFile: null,
    },
  ),
  auto_approve: flag({ description: 'Whether to skip human approval gates.' }),
  extract_memory: flag({ description: 'Whether to distil memories from completed runs.' }),
  memory: memoryField(
    'Memory access of a run: `read`, the scopes whose memories it receives, and `write`. Default: none.',
  ),
  memory_subject: text(
    { maxLength: 200, pattern: POINTER_PATTERN.source },
    {
      description:
        'JSON pointer into params. The value there, such as a person, customer or repository, is the subject of the memories of a run.',
      example: '/customer/id',
      message: 'memory_subject must be a JSON pointer such as /customer or /customer/id',
    },
  ),
  allow_mcp: flag({ description: 'Whether the task may call MCP servers.' }),
  mcp: choice(MCP_OFFERS, 'auto', {
    description:
      'Exposure as an MCP tool. `auto`: exposed; if there are too many meta-tasks, only the most used ones. `pinned`: always exposed. `hidden`: not exposed.',
  }),
  mcp_hints: mcpHintsField('Hints of the tool for MCP clients. Default: none.'),
  runtime: choice(SCRIPT_ENGINES, 'isolate', {
    description:
      'TypeScript runtime. `isolate`: a V8 isolate with web platform APIs, the fastest. `node`: a Node.js process in the sandbox, for packages that need Node.js modules.',
  }),
  isolation: choice(ISOLATIONS, 'reuse', {
    description:
      'Isolation of TypeScript runs. `reuse`: a run may reuse the isolate of an earlier run of the same version, in a new context. `fresh`: every run gets a new isolate.',
  }),
  runs_on: texts(
    { maxItems: 10, uniqueItems: true },
    { pattern: TAG_PATTERN.source },
    {
      description: 'Tags that a worker must have, all of them, to run it. Default: any worker.',
      example: ['gpu'],
      message: 'runs_on has tags of lower-case letters, digits, ".", "_" and "-", such as gpu',
    },
  ),
  network: choice(NETWORK_POLICIES, 'none', {
    description:
      'Outbound connections of a run: none, the `allowed_hosts`, or every public address.',
  }),
  /** Each host in its canonical spelling; empty except with `restricted`. */
  allowed_hosts: texts(
    { maxItems: 100 },
    { maxLength: 300 },
    {
      description:
        'Allowed hosts if `network` is "restricted": names, `*.` for all subdomains of a name, or IP addresses, each with an optional `:port`. Default ports: 80 and 443.',
      example: ['api.example.com', '*.example.org:8443'],
    },
  ),
  phases: texts(
    { maxItems: 50, uniqueItems: true },
    { maxLength: MAX_NAME_LENGTH, pattern: NAME_PATTERN.source },
    {
      message: NAME_MESSAGE,
      description:
        'Phases of a run, in order. An undeclared phase is logged as a warning, unless no phases are declared.',
      example: ['Loading', 'Writing'],
    },
  ),
  params_schema: object<JsonObject>({
    description:
      "JSON Schema (2020-12) that the params of a task must match. Default, also for null: inferred from the type of the script's params, if they have one.",
    inFile: {
      schema: { type: ['string', 'object', 'null'] },
      description:
        'JSON Schema (2020-12) of the params, inline or as the name of a JSON or YAML file. Default: inferred from the types of the script.',
    },
  }),
  result_schema: object<JsonObject>({
    description: 'JSON Schema (2020-12) that the result of a run must match.',
    inFile: {
      schema: { type: ['string', 'object', 'null'] },
      description:
        'JSON Schema (2020-12) of the result, inline or as the name of a JSON or YAML file.',
    },
  }),
  /** Null, here and in the next two fields: the installation's default. */
  timeout_seconds: limit({ minimum: 1 }, { description: 'Wall-clock limit of a run, in seconds.' }),
  memory_mb: limit({ minimum: 16 }, { description: 'Memory limit, in MiB.' }),
  cpu_seconds: limit(
    { minimum: 1 },
    { description: 'Limit on the CPU time of all processes of a run, in seconds.' },
  ),
  max_tokens: limit(
    { minimum: 1, maximum: 1_000_000_000 },
    { description: 'Limit on the tokens that a task sends to and receives from language models.' },
  ),
  max_cost_usd: decimal(
    { minimum: 0, maximum: 1_000_000 },
    { description: 'Limit on the cost of language models for a task, in USD.' },
  ),
  total_timeout_seconds: limit(
    { minimum: 1, maximum: MAX_TOTAL_SECONDS },
    {
      description:
        'Limit on the total time of a task, including attempts and pauses, from its first due time, in seconds.',
    },
  ),
  max_attempts: number('integer', { minimum: 1, maximum: 100 }, 1, {
    description: 'Number of failed attempts after which the task fails.',
  }),
  retry_delay_seconds: number('number', { minimum: 0, maximum: MAX_RETRY_DELAY_SECONDS }, 1, {
    description: 'Pause after the first failed attempt, in seconds.',
    column: 'retry_rules',
  }),
  retry_factor: number('number', { minimum: 1, maximum: 100 }, 2, {
    description: 'Factor by which each further pause is longer.',
    column: 'retry_rules',
  }),
  retry_max_delay_seconds: number('number', { minimum: 0, maximum: MAX_RETRY_DELAY_SECONDS }, 300, {
    description: 'Maximum pause, in seconds.',
    column: 'retry_rules',
  }),
  retry_jitter: number('number', { minimum: 0, maximum: 1 }, 0.2, {
    description: 'Maximum fraction by which each pause is randomly shortened.',
    column: 'retry_rules',
  }),
  // A result that the schema refuses is an error of the script, which usually happens again.
  retry_on: choices(
    RETRY_CODES,
    RETRYABLE_CODES.filter((code) => code !== 'invalid_result'),
    {
      description:
        'Error codes that are retried. Default: all except `invalid_result` and errors that a script gets from the reporter as `not_found`, `network_denied` or `validation_failed`.',
      column: 'retry_rules',
    },
  ),
  priority: number('integer', { minimum: -MAX_PRIORITY, maximum: MAX_PRIORITY }, 0, {
    description: 'Default priority of its tasks. Higher priorities run first, within the project.',
  }),
  concurrency_limit: limit(
    { minimum: 1, maximum: 10_000 },
    { description: 'Maximum number of its tasks that run at the same time, across all servers.' },
  ),
  concurrency_key: text(
    { maxLength: 200, pattern: POINTER_PATTERN.source },
    {
      description:
        'JSON pointer into params. The `concurrency_limit` applies separately to each value there.',
      example: '/customer',
      message: 'concurrency_key must be a JSON pointer such as /customer or /order/id',
    },
  ),
} satisfies Record<string, Field<unknown>>;

/** The value of each field. */
export type Definition = {
  -readonly [K in keyof typeof FIELDS]: (typeof FIELDS)[K] extends Field<infer T> ? T : never;
};
export type FieldName = keyof Definition;

/** All names, in order. */
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
