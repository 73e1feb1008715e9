import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { Config } from '../../../base/config/settings.js';
import { slotKey } from '../../../workflow/engine/state/slot-key.js';
import { type FieldError, invalidField, MetarunError } from '../../../base/kernel/errors.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { atPointer, type JsonObject } from '../../../base/kernel/json.js';
import { issuesAt, describeIssues } from '../../../base/schema/schema-issue.js';
import type { Waiting } from '../../../base/schema/schema-pool.js';
import { SchemaValidator } from '../../../base/schema/schema-validator.js';
import { AgentPort } from '../../meta-tasks/agent-port.js';
import { findGoal, MAX_PARAMS_GOAL } from '../../meta-tasks/params-goal.js';
import { RunnableVersions } from '../../meta-tasks/runnable-versions.service.js';
import type { RunnableVersion } from '../../meta-tasks/meta-task.js';
import { defaultName } from './default-name.js';
import type { PreparedTask } from './new-task-rows.js';
import { TASK_ERRORS } from '../errors.js';

/** Number of tasks of a request that are prepared at the same time. */
const PREPARED_AT_ONCE = 500;
/** Maximum number of reported errors of a batch. */
const MAX_ERRORS = 100;
/** Longest time until a task is due, in ms: a year. */
const MAX_AHEAD_MS = 366 * 24 * 60 * 60 * 1000;

export interface NewTask {
  metaTaskIdentifier: string;
  params: JsonObject;
  name?: string | null;
  /** Default: the priority of the meta-task. */
  priority?: number | null;
  /** Earliest start in ISO 8601; default: at once. */
  runAt?: string | null;
}

/**
 * Prepares new tasks for their insertion, or reports why they cannot be created. The limit of the queue is checked
 * elsewhere.
 */
@Injectable()
export class TaskPreparation {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'maxParamsBytes'>,
    private readonly versions: RunnableVersions,
    private readonly agents: AgentPort,
    private readonly schemas: SchemaValidator,
  ) {}

  /**
   * Prepares a task of the current version, or of the one that the caller has found. Throws MetarunError if it cannot
   * be created.
   */
  async prepare(
    projectId: string,
    given: NewTask,
    found: RunnableVersion | Promise<RunnableVersion> = this.versions.current(
      projectId,
      given.metaTaskIdentifier,
    ),
    waiting: Waiting = { waits: false },
  ): Promise<PreparedTask> {
    const version = await found;
    const params = JSON.stringify(given.params);
    await this.validateParams(projectId, version, given.params, params, waiting);
    if (version.definition.execution_mode === 'agent') await this.agents.admit(projectId);
    const name = given.name ?? defaultName(version.metaTaskIdentifier, new Date());
    const { concurrency_limit: limit, concurrency_key: pointer, priority } = version.definition;
    return {
      version,
      agentVersionId: await this.resolveAgentVersion(projectId, version),
      name,
      params,
      priority: given.priority ?? priority,
      runAt: parseRunAt(given.runAt ?? null),
      slotKey: limit === null ? null : buildSlotKey(version.metaTaskId, pointer, given.params),
    };
  }

  /** Prepares tasks of current versions, in order. Throws the reasons if some cannot be created. */
  async prepareAll(
    projectId: string,
    given: readonly NewTask[],
    waiting: Waiting,
  ): Promise<PreparedTask[]> {
    const versions = new Map<string, Promise<RunnableVersion>>();
    const loadVersion = ({ metaTaskIdentifier }: NewTask): Promise<RunnableVersion> => {
      const known = versions.get(metaTaskIdentifier);
      if (known !== undefined) return known;
      const found = this.versions.current(projectId, metaTaskIdentifier);
      versions.set(metaTaskIdentifier, found);
      return found;
    };
    const results: PromiseSettledResult<PreparedTask>[] = [];
    for (let from = 0; from < given.length; from += PREPARED_AT_ONCE) {
      const some = given.slice(from, from + PREPARED_AT_ONCE);
      const prepared = some.map((task) =>
        this.prepare(projectId, task, loadVersion(task), waiting),
      );
      results.push(...(await Promise.allSettled(prepared)));
    }
    throwErrors(results);
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  private async resolveAgentVersion(
    projectId: string,
    { definition, metaTaskIdentifier }: RunnableVersion,
  ): Promise<string | null> {
    if (definition.agent_id === null) return null;
    const pointer = '/task_type_identifier';
    const agent = await this.agents.currentVersion(projectId, definition.agent_id, pointer);
    if (agent !== null) return agent;
    throw new Error(`the agent of the meta-task ${metaTaskIdentifier} is not in the database`);
  }

  private async validateParams(
    projectId: string,
    version: RunnableVersion,
    params: JsonObject,
    text: string,
    waiting: Waiting,
  ): Promise<void> {
    const limit = this.config.maxParamsBytes;
    const size = Buffer.byteLength(text);
    if (size > limit)
      throw new MetarunError(
        'too_large',
        `The params have ${size} bytes of JSON; ${limit} are allowed (METARUN_LIMITS.params_bytes): write them to a file, and name that.`,
      );
    const { paramsSchema } = version;
    if (version.needsGoal && findGoal(params) === null) throw withoutGoal();
    if (paramsSchema === null) return;
    const issues = await this.schemas.validate(paramsSchema, params, projectId, waiting);
    if (issues.length === 0) return;
    const errors = issuesAt('/params', issues);
    throw new MetarunError(TASK_ERRORS.invalid_params, `${describeIssues(errors)}.`, { errors });
  }
}

function withoutGoal(): MetarunError {
  const message = `must be a text of 1 to ${MAX_PARAMS_GOAL} characters: the meta-task has no contract, so that each task says the goal of its agent`;
  const errors = [{ pointer: '/params/goal', message }];
  return new MetarunError(TASK_ERRORS.invalid_params, `/params/goal ${message}.`, { errors });
}

function parseRunAt(text: string | null): number | null {
  if (text === null) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw invalidField('/run_at', `must be a valid ISO 8601 date and time, not ${quoted(text)}`);
  if (time > Date.now() + MAX_AHEAD_MS)
    throw invalidField('/run_at', `may be a year ahead at most, not ${quoted(text)}`);
  return time;
}

/** Returns the key of a task's slots. Tasks without the value share the limit with those whose value is null. */
function buildSlotKey(metaTaskId: string, pointer: string | null, params: JsonObject): string {
  return pointer === null
    ? slotKey(metaTaskId)
    : slotKey(metaTaskId, atPointer(params, pointer) ?? null);
}

/** Throws the error of a batch: the code and message of its first error, and the places of all. */
function throwErrors(results: readonly PromiseSettledResult<unknown>[]): void {
  let first: { index: number; error: MetarunError } | null = null;
  const errors: FieldError[] = [];
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    const error: unknown = result.reason;
    if (!(error instanceof MetarunError)) throw error;
    first ??= { index, error };
    const own = error.errors.length > 0 ? error.errors : [{ pointer: '', message: error.message }];
    errors.push(...own.map((each) => ({ ...each, pointer: `/tasks/${index}${each.pointer}` })));
  }
  if (first === null) return;
  throw new MetarunError(
    first.error,
    `No task was created. The first that was refused is /tasks/${first.index}: ${first.error.message}`,
    { errors: errors.slice(0, MAX_ERRORS) },
  );
}
