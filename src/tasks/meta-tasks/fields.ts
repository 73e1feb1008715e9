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

export const EXECUTION_MODES = ['script', 'agent'] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

const ISOLATIONS = ['reuse', 'fresh'] as const;

/** Seconds of a pause between attempts: a week. */
const MAX_RETRY_DELAY_SECONDS = 604_800;
/** Seconds of a total time limit: a year. */
const MAX_TOTAL_SECONDS = 31_536_000;

/**
 * All that makes a version of a meta-task. Bodies and answers of the API, defaults, the row of a version and
 * `metatask.yaml` come from this table: a new field has its line here, a column in the entity and a migration.
 */
export const FIELDS = {
  name: displayName(),
  description: text({ maxLength: 10_000 }, { description: 'What it does, for people.' }),
  script: text(
    { maxLength: MAX_BUNDLE_BYTES },
    {
      description:
        'Workflow source: 1 MiB at most, and a bundle of `metarun bundle` 10 MiB. Without it the meta-task can be created but not run.',
      tooLong: (length) =>
        `script has ${length} characters; ${MAX_BUNDLE_BYTES} are the most, of a bundle: import the parts of packages that are needed, or smaller packages`,
      inFile: null,
    },
  ),
  execution_mode: choice(EXECUTION_MODES, 'script', {
    description: '`script`, or `agent`: a contract, which needs a language model on the server.',
    inFile: {
      description:
        '`script`: workflow.py or workflow.ts. `agent`: the contract agent.md, which needs a language model on the server.',
    },
  }),
  script_language: choice(SCRIPT_LANGUAGES, DEFAULT_LANGUAGE, {
    description: 'Of the script.',
    inFile: null,
  }),
  workspace_id: text(
    { format: 'uuid' },
    {
      description: 'Workspace of its files; without it the default workspace of the project.',
      inFile: null,
    },
  ),
  agent_id: text(
    { format: 'uuid' },
    {
      description: 'Agent that carries out the contract, with `execution_mode` "agent".',
      inFile: null,
    },
  ),
  docker_image_id: text(
    { format: 'uuid' },
    {
      description:
        'Container image that it runs on, at the digest that is current now. A later version keeps that digest unless it names the image again.',
      inFile: null,
    },
  ),
  auto_approve: flag({ description: 'Skip human approval gates.' }),
  extract_memory: flag({ description: 'Distil memories from completed runs.' }),
  memory: memoryField(
    'What a run may do with memories: `read`, the scopes that it is given, and `write`. Without it nothing.',
  ),
  memory_subject: text(
    { maxLength: 200, pattern: POINTER_PATTERN.source },
    {
      description:
        'JSON pointer into params: the person, customer or repository there is the subject of the memories of a run.',
      example: '/customer/id',
      message: 'memory_subject must be a JSON pointer such as /customer or /customer/id',
    },
  ),
  allow_mcp: flag({ description: 'Let the task call MCP servers.' }),
  mcp: choice(MCP_OFFERS, 'auto', {
    description:
      '`auto`: MCP clients get it as a tool; of many meta-tasks, those that are used most. `pinned`: as a tool in any case. `hidden`: not at all.',
  }),
  mcp_hints: mcpHintsField('What the tool says of itself to MCP clients. Nothing without it.'),
  runtime: choice(SCRIPT_ENGINES, 'isolate', {
    description:
      'What runs TypeScript. `isolate`: a V8 isolate with the web platform, which is the fastest. `node`: a process of Node in the sandbox, for packages that need modules of Node.',
  }),
  isolation: choice(ISOLATIONS, 'reuse', {
    description:
      '`reuse`: in TypeScript, a run may have the isolate of an earlier run of the same version, in a new context. `fresh`: it never does.',
  }),
  runs_on: texts(
    { maxItems: 10, uniqueItems: true },
    { pattern: TAG_PATTERN.source },
    {
      description:
        'Tags of the workers that may run it: only one that has all of them does. Without any, every worker may.',
      example: ['gpu'],
      message: 'runs_on has tags of lower-case letters, digits, ".", "_" and "-", such as gpu',
    },
  ),
  network: choice(NETWORK_POLICIES, 'none', {
    description:
      'What a run may connect to: nothing, the `allowed_hosts`, or every public address.',
  }),
  /** Each in its one spelling; empty but with `restricted`. */
  allowed_hosts: texts(
    { maxItems: 100 },
    { maxLength: 300 },
    {
      description:
        'With `network` "restricted": names, `*.` for all names below one, or IP addresses, with `:port` behind; ' +
        'without a port 80 and 443.',
      example: ['api.example.com', '*.example.org:8443'],
    },
  ),
  phases: texts(
    { maxItems: 50, uniqueItems: true },
    { maxLength: 200, pattern: NAME_PATTERN.source },
    {
      message: NAME_MESSAGE,
      description:
        'The phases that a run goes through, in order. Another one is warned of in the log of the task; without any, none is.',
      example: ['Loading', 'Writing'],
    },
  ),
  params_schema: object<JsonObject>({
    description:
      'JSON Schema (2020-12) that the params of a task must match. Without it, or when it is null, it is inferred ' +
      "from the type of the script's params, where they have one.",
    inFile: {
      schema: { type: ['string', 'object', 'null'] },
      description:
        'JSON Schema (2020-12) of the params, here or as the name of a JSON or YAML file; inferred from the types of the script when omitted.',
    },
  }),
  result_schema: object<JsonObject>({
    description: 'JSON Schema (2020-12) that the result of a run must match.',
    inFile: {
      schema: { type: ['string', 'object', 'null'] },
      description:
        'JSON Schema (2020-12) of the result, here or as the name of a JSON or YAML file.',
    },
  }),
  /** Null, as of the next two: the installation's default. */
  timeout_seconds: limit({ minimum: 1 }, { description: 'Wall-clock limit of a run, in seconds.' }),
  memory_mb: limit({ minimum: 16 }, { description: 'Memory limit, in MiB.' }),
  cpu_seconds: limit(
    { minimum: 1 },
    { description: 'Limit on the CPU time of a run, with all its processes, in seconds.' },
  ),
  max_tokens: limit(
    { minimum: 1, maximum: 1_000_000_000 },
    { description: 'Limit on the tokens that a task sends to and gets from language models.' },
  ),
  max_cost_usd: decimal(
    { minimum: 0, maximum: 1_000_000 },
    { description: 'Limit on what a task spends on language models, in USD.' },
  ),
  total_timeout_seconds: limit(
    { minimum: 1, maximum: MAX_TOTAL_SECONDS },
    {
      description:
        'Limit on all of a task, with its attempts and pauses, from when it is first due, in seconds.',
    },
  ),
  max_attempts: number('integer', { minimum: 1, maximum: 100 }, 1, {
    description: 'Attempts that may fail before the task does.',
  }),
  retry_delay_seconds: number('number', { minimum: 0, maximum: MAX_RETRY_DELAY_SECONDS }, 1, {
    description: 'Pause after the first failed attempt, in seconds.',
    column: 'retry_rules',
  }),
  retry_factor: number('number', { minimum: 1, maximum: 100 }, 2, {
    description: 'Each further pause is longer by this factor.',
    column: 'retry_rules',
  }),
  retry_max_delay_seconds: number('number', { minimum: 0, maximum: MAX_RETRY_DELAY_SECONDS }, 300, {
    description: 'The longest pause, in seconds.',
    column: 'retry_rules',
  }),
  retry_jitter: number('number', { minimum: 0, maximum: 1 }, 0.2, {
    description: 'Each pause is shortened at random, by this part at most.',
    column: 'retry_rules',
  }),
  // A result that the schema refuses is an error of the script, and mostly the same the next time.
  retry_on: choices(
    RETRY_CODES,
    RETRYABLE_CODES.filter((code) => code !== 'invalid_result'),
    {
      description:
        'The error codes that are tried again; without it all but `invalid_result` and what a script gets from the reporter ' +
        'as `not_found`, `network_denied` or `validation_failed`.',
      column: 'retry_rules',
    },
  ),
  priority: number('integer', { minimum: -MAX_PRIORITY, maximum: MAX_PRIORITY }, 0, {
    description: 'Of tasks that name none; higher runs first, within the project.',
  }),
  concurrency_limit: limit(
    { minimum: 1, maximum: 10_000 },
    { description: 'Tasks of it that may run at the same time, over all servers.' },
  ),
  concurrency_key: text(
    { maxLength: 200, pattern: POINTER_PATTERN.source },
    {
      description: 'JSON pointer into params: the `concurrency_limit` holds for each value there.',
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

/** All names, in their order. */
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
