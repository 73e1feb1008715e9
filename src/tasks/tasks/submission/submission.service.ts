import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { Config } from '../../../base/config/settings.js';
import { Database, type Transaction } from '../../../platform/database/database.js';
import type { GroupKind } from '../../../platform/database/write-groups.js';
import type { Actor } from '../../../workflow/engine/state/actor.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import { slotKey } from '../../../workflow/engine/state/slot-key.js';
import { Transitions } from '../../../workflow/engine/state/transitions.js';
import { type FieldError, invalidField, MetarunError } from '../../../base/kernel/errors.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { atPointer, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { issuesAt, describeIssues } from '../../../base/schema/schema-issue.js';
import type { Waiting } from '../../../base/schema/schema-pool.js';
import { SchemaValidator } from '../../../base/schema/schema-validator.js';
import { AgentPort } from '../../meta-tasks/agent-port.js';
import { goalOf, MAX_PARAMS_GOAL } from '../../meta-tasks/params-goal.js';
import { RunnableVersions } from '../../meta-tasks/runnable-versions.service.js';
import type { RunnableVersion } from '../../meta-tasks/meta-task.js';
import { type Create, creates } from './create-together.js';
import { defaultName } from './default-name.js';
import { Idempotency, onceOnly } from './idempotency.service.js';
import { QueueLimit } from './queue-limit.service.js';
import { type CheckedTask, insertRows, type Origin, type Place } from './new-task-rows.js';
import { summaryOf, type TaskSummary } from '../views/task.js';
import { TASK_ERRORS } from '../errors.js';

/** Tasks in one request. */
export const MAX_BATCH = 10_000;
/** Tasks of a request that are checked at the same time. */
const CHECKED_AT_ONCE = 500;
/** The most errors of a batch that are reported. */
const MAX_ERRORS = 100;
/** The longest time until a task is due: a year, in ms. */
const MAX_AHEAD_MS = 366 * 24 * 60 * 60 * 1000;

export interface NewTask {
  metaTaskIdentifier: string;
  params: JsonObject;
  name: string | null;
  /** Null = that of the meta-task. */
  priority: number | null;
  /** ISO 8601, not run earlier; null = at once. */
  runAt: string | null;
}

/** A request of a client. */
export interface Request {
  by: Actor;
  /** Its Idempotency-Key. */
  key?: string | undefined;
}

/** Tasks that a service submits. */
export interface Submission {
  /** All that the request asks for. */
  asked: Json;
  check: () => Promise<CheckedTask[]>;
  rerunOf?: string | null;
  /** Writes in the transaction of the new tasks. */
  beside?: (transaction: Transaction, made: readonly TaskEntity[]) => Promise<void>;
}

export interface Submitted {
  tasks: TaskSummary[];
  /** True if they had been created by an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** Accepts new tasks: once this has answered, each will end in a recorded outcome. */
@Injectable()
export class TaskSubmission {
  private readonly creates: GroupKind<Create, TaskEntity>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly transitions: Transitions,
    private readonly versions: RunnableVersions,
    private readonly agents: AgentPort,
    private readonly schemas: SchemaValidator,
    private readonly idempotency: Idempotency,
    private readonly queueLimit: QueueLimit,
  ) {
    this.creates = creates(database, transitions);
  }

  async submit(projectId: string, given: NewTask, request: Request): Promise<Submitted> {
    return this.submitAs(projectId, request, {
      asked: [askedFor(given)],
      check: async () => [await this.check(projectId, given)],
    });
  }

  /** All of them, in their order, or none. */
  async submitBatch(projectId: string, given: NewTask[], request: Request): Promise<Submitted> {
    const asked = given.map(askedFor);
    return this.submitAs(projectId, request, {
      asked,
      check: () => this.checkAll(projectId, given, { waits: false }),
    });
  }

  /**
   * Returns the tasks of a run for {@link insertAll}, with space for them in the queue. Throws the reason why one of them cannot be
   * accepted.
   */
  async prepare(projectId: string, given: readonly NewTask[]): Promise<CheckedTask[]> {
    await this.queueLimit.admit(projectId, given.length);
    return this.checkAll(projectId, given, { waits: true });
  }

  private async checkAll(
    projectId: string,
    given: readonly NewTask[],
    waiting: Waiting,
  ): Promise<CheckedTask[]> {
    const versions = new Map<string, Promise<RunnableVersion>>();
    const versionOf = ({ metaTaskIdentifier }: NewTask): Promise<RunnableVersion> => {
      const known = versions.get(metaTaskIdentifier);
      if (known !== undefined) return known;
      const found = this.versions.current(projectId, metaTaskIdentifier);
      versions.set(metaTaskIdentifier, found);
      return found;
    };
    const results: PromiseSettledResult<CheckedTask>[] = [];
    for (let from = 0; from < given.length; from += CHECKED_AT_ONCE) {
      const some = given.slice(from, from + CHECKED_AT_ONCE);
      const checks = some.map((task) => this.checked(projectId, task, versionOf(task), waiting));
      results.push(...(await Promise.allSettled(checks)));
    }
    throwErrors(results);
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  /** As {@link submit}, for tasks that a service checks itself, once for each request. */
  async submitAs(
    projectId: string,
    { by, key }: Request,
    { asked, check, rerunOf = null, beside }: Submission,
  ): Promise<Submitted> {
    const origin = { by, rerunOf };
    const once = onceOnly(projectId, key, asked);
    if (once === null)
      return { tasks: await this.store(projectId, await check(), origin, beside), replayed: false };
    const { answer, replayed } = await this.idempotency.run<TaskSummary[]>(once, async (remember) =>
      this.store(projectId, await check(), origin, async (transaction, made) => {
        await beside?.(transaction, made);
        await remember(transaction, made.map(summaryOf));
      }),
    );
    return { tasks: answer, replayed };
  }

  private async store(
    projectId: string,
    tasks: readonly CheckedTask[],
    origin: Origin,
    beside: Submission['beside'],
  ): Promise<TaskSummary[]> {
    await this.queueLimit.admit(projectId, tasks.length);
    const [task] = tasks;
    if (task !== undefined && tasks.length === 1 && beside === undefined)
      return [summaryOf(await this.database.grouped(this.creates, { projectId, task, origin }))];
    const write = async (transaction: Transaction): Promise<TaskEntity[]> => {
      const inserted = await this.insertAll(transaction, projectId, tasks, origin);
      await beside?.(transaction, inserted);
      return inserted;
    };
    // No other transaction waits for the many of a batch.
    const one = tasks.length === 1;
    const rows = await (one ? this.database.writeGrouped(write) : this.database.write(write));
    return rows.map(summaryOf);
  }

  /** As {@link check}, for a version that the caller has found. */
  checkAs(
    projectId: string,
    given: NewTask,
    version: Promise<RunnableVersion>,
  ): Promise<CheckedTask> {
    return this.checked(projectId, given, version, { waits: false });
  }

  /** As {@link check}, and takes its place in the queue: the result is to be inserted. */
  async checkNow(projectId: string, given: NewTask): Promise<CheckedTask> {
    await this.queueLimit.admit(projectId, 1);
    return this.check(projectId, given);
  }

  /** Throws MetarunError where the task could not be created, whether or not the queue has space. */
  check(projectId: string, given: NewTask): Promise<CheckedTask> {
    return this.checked(
      projectId,
      given,
      this.versions.current(projectId, given.metaTaskIdentifier),
      { waits: false },
    );
  }

  /** Inserts within a transaction of the caller. */
  async insertAll(
    transaction: Transaction,
    projectId: string,
    tasks: readonly CheckedTask[],
    given: Origin & { places?: readonly Place[] } = {},
  ): Promise<TaskEntity[]> {
    const inserted = await insertRows(this.database, transaction, projectId, tasks, given);
    this.transitions.created(transaction, inserted);
    return inserted;
  }

  private async checked(
    projectId: string,
    given: NewTask,
    found: Promise<RunnableVersion>,
    waiting: Waiting,
  ): Promise<CheckedTask> {
    const version = await found;
    const params = JSON.stringify(given.params);
    await this.checkParams(projectId, version, given.params, params, waiting);
    if (version.definition.execution_mode === 'agent') await this.agents.admit(projectId);
    const name = given.name ?? defaultName(version.metaTaskIdentifier, new Date());
    const { concurrency_limit: limit, concurrency_key: pointer, priority } = version.definition;
    return {
      version,
      agentVersionId: await this.agentVersionOf(projectId, version),
      name,
      params,
      priority: given.priority ?? priority,
      runAt: timeOf(given.runAt),
      slotKey: limit === null ? null : slotKeyOf(version.metaTaskId, pointer, given.params),
    };
  }

  private async agentVersionOf(
    projectId: string,
    { definition, metaTaskIdentifier }: RunnableVersion,
  ): Promise<string | null> {
    if (definition.agent_id === null) return null;
    const pointer = '/task_type_identifier';
    const agent = await this.agents.currentVersion(projectId, definition.agent_id, pointer);
    if (agent !== null) return agent;
    throw new Error(`the agent of the meta-task ${metaTaskIdentifier} is not in the database`);
  }

  private async checkParams(
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
    if (version.needsGoal && goalOf(params) === null) throw withoutGoal();
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

/** All that a task's creator has asked for. What came later stands at the end, where it is given: keys outlive an update of the server. */
function askedFor({ metaTaskIdentifier, params, name, priority, runAt }: NewTask): Json {
  const basic = [metaTaskIdentifier, params, name];
  return priority === null && runAt === null ? basic : [...basic, priority, runAt];
}

function timeOf(text: string | null): number | null {
  if (text === null) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw invalidField('/run_at', `must be a valid ISO 8601 date and time, not ${quoted(text)}`);
  if (time > Date.now() + MAX_AHEAD_MS)
    throw invalidField('/run_at', `may be a year ahead at most, not ${quoted(text)}`);
  return time;
}

/** Returns the key of a task's slots. Tasks without the value share the limit with those whose value is null. */
function slotKeyOf(metaTaskId: string, pointer: string | null, params: JsonObject): string {
  return pointer === null
    ? slotKey(metaTaskId)
    : slotKey(metaTaskId, atPointer(params, pointer) ?? null);
}

/** Throws the reason why a batch cannot be accepted: the code and message of its first error, and the places of all. */
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
