import type { TaskTypeVersionEntity } from '../database/entities/task-type-version.entity.js';
import type { JsonObject } from '../kernel/json.js';
import { NETWORK_POLICIES, type NetworkPolicy } from '../kernel/network.js';
import { RETRYABLE_CODES } from '../engine/retry-policy.js';
import type { ScriptLanguage } from '../runtime/runtime.js';
import { DEFAULT_RETRY_RULES, type RetryRules, retryRulesOf } from './retry-rules.js';

export const EXECUTION_MODES = ['script', 'agent'] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

/** What an author says of a meta-task: all that makes a version. */
export interface Definition extends RetryRules {
  name: string;
  description: string | null;
  execution_mode: ExecutionMode;
  script_language: ScriptLanguage;
  /** Null for a meta-task that cannot run yet. */
  script: string | null;
  /** The workspace its files are in; null = the project's default one. */
  workspace_id: string | null;
  agent_id: string | null;
  docker_image_id: string | null;
  auto_approve: boolean;
  extract_memory: boolean;
  allow_mcp: boolean;
  network: NetworkPolicy;
  /** What `restricted` is restricted to, each in its one spelling; empty with the other policies. */
  allowed_hosts: string[];
  /** The phases that a run goes through, in order; empty where none are declared. */
  phases: string[];
  params_schema: JsonObject | null;
  result_schema: JsonObject | null;
  /** Null = the installation's default. */
  timeout_seconds: number | null;
  /** Null = the installation's default. */
  memory_mb: number | null;
  /** Null = the installation's default. */
  cpu_seconds: number | null;
  /** From a task's first due time to its end; null = no limit. */
  total_timeout_seconds: number | null;
  /** Attempts that may fail before the task does. */
  max_attempts: number;
  /** Of tasks that name none. */
  priority: number;
  /** Tasks that may run at the same time; null = no limit. */
  concurrency_limit: number | null;
  /** JSON pointer into params: the limit holds for each value there. */
  concurrency_key: string | null;
}

const DEFAULTS: Omit<Definition, 'name'> = {
  description: null,
  execution_mode: 'script',
  script_language: 'python',
  script: null,
  workspace_id: null,
  agent_id: null,
  docker_image_id: null,
  auto_approve: false,
  extract_memory: false,
  allow_mcp: false,
  network: 'none',
  allowed_hosts: [],
  phases: [],
  params_schema: null,
  result_schema: null,
  timeout_seconds: null,
  memory_mb: null,
  cpu_seconds: null,
  total_timeout_seconds: null,
  max_attempts: 1,
  ...DEFAULT_RETRY_RULES,
  priority: 0,
  concurrency_limit: null,
  concurrency_key: null,
};

/** The members of a request that are there; null asks for the default. */
export type DefinitionChange = { [K in keyof Definition]?: Definition[K] | null | undefined };

/** `base` with the members that `change` names; a null becomes the default. */
export function changed(base: Definition, change: DefinitionChange): Definition {
  const given = Object.entries(change).filter(
    ([key, value]) => value !== undefined && Object.hasOwn(base, key),
  );
  const filled = given.map(([key, value]) => [key, value ?? Reflect.get(DEFAULTS, key) ?? null]);
  const result: Definition = { ...base, ...Object.fromEntries(filled) };
  // A set, in one order: what says the same is the same.
  const on = new Set(result.retry_on);
  return { ...result, retry_on: RETRYABLE_CODES.filter((code) => on.has(code)) };
}

/** A first definition: what `given` does not say gets its default. */
export function created(given: DefinitionChange & { name: string }): Definition {
  return changed({ ...DEFAULTS, name: given.name }, given);
}

/** Whether two definitions say the same, so that no new version is needed. */
export function same(one: Definition, other: Definition): boolean {
  return (Object.keys(one) as (keyof Definition)[]).every(
    (key) => JSON.stringify(one[key]) === JSON.stringify(other[key]),
  );
}

export function definitionOf(row: TaskTypeVersionEntity): Definition {
  return {
    name: row.name,
    description: row.description,
    execution_mode: row.execution_mode === 'agent' ? 'agent' : 'script',
    script_language: row.script_language === 'typescript' ? 'typescript' : 'python',
    script: row.script,
    workspace_id: row.workspace_id,
    agent_id: null,
    docker_image_id: null,
    auto_approve: Boolean(row.auto_approve),
    extract_memory: Boolean(row.extract_memory),
    allow_mcp: Boolean(row.allow_mcp),
    network: NETWORK_POLICIES.find((policy) => policy === row.network) ?? 'none',
    allowed_hosts: JSON.parse(row.allowed_hosts) as string[],
    phases: JSON.parse(row.phases) as string[],
    params_schema: schemaOf(row.params_schema),
    result_schema: schemaOf(row.result_schema),
    timeout_seconds: row.timeout_seconds,
    memory_mb: row.memory_mb,
    cpu_seconds: row.cpu_seconds,
    total_timeout_seconds: row.total_timeout_seconds,
    max_attempts: row.max_attempts,
    ...retryRulesOf(row.retry_rules),
    priority: row.priority,
    concurrency_limit: row.concurrency_limit,
    concurrency_key: row.concurrency_key,
  };
}

/** A schema as the database has it. */
export function schemaOf(text: string | null): JsonObject | null {
  return text === null ? null : (JSON.parse(text) as JsonObject);
}
