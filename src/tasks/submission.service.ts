import type { Config } from '../config/settings.js';
import { type Database, type SqlValue, type Transaction } from '../database/database.js';
import type { TaskEntity } from '../engine/task.entity.js';
import { slotKey } from '../engine/slot-key.js';
import { type Transitions } from '../engine/transitions.js';
import { type FieldError, invalidField, MetarunError } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { atPointer, type Json, type JsonObject } from '../kernel/json.js';
import { describeIssues, issuesAt } from '../schema/schema-fault.js';
import { type SchemaValidator } from '../schema/schema-validator.js';
import { type RunnableVersions } from '../task-types/runnable-versions.service.js';
import type { RunnableVersion } from '../task-types/task-type.js';
import { defaultName } from './default-name.js';
import { type Idempotency, onceOnly } from './idempotency.service.js';
import { type QueueLimit } from './queue-limit.service.js';
import { summaryOf, type TaskSummary } from './task.js';
import { TASK_ERRORS } from './errors.js';

/** Tasks in one request. */
export const MAX_BATCH = 1_000;
/** Rows in one INSERT; the databases cap the values of a statement. */
const ROWS_PER_INSERT = 200;
/** Faults of a batch that are told. */
const MAX_FAULTS = 100;
/** How far ahead a task may be due: a year, in ms. */
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

/** A task that may be stored as it is. */
export interface CheckedTask {
  version: RunnableVersion;
  name: string;
  /** JSON text. */
  params: string;
  priority: number;
  /** ms; null = at once. */
  runAt: number | null;
  slotKey: string | null;
}

/** Whose child a new task is. */
export interface Family {
  parentId: string;
  /** The step of the parent that is told of its end. */
  stepId: string;
  rootId: string;
  depth: number;
}

/** The id of a new task, and whose child it is; null for one without a parent. */
interface Place {
  id: string;
  family: Family | null;
}

export interface Submitted {
  tasks: TaskSummary[];
  /** Whether they had been created by an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** Accepts new tasks: once this has answered, each will end in a recorded outcome. */
export class TaskSubmission {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly transitions: Transitions,
    private readonly versions: RunnableVersions,
    private readonly schemas: SchemaValidator,
    private readonly idempotency: Idempotency,
    private readonly queueLimit: QueueLimit,
  ) {}

  /** `key`: the request's Idempotency-Key. */
  async submit(projectId: string, given: NewTask, key?: string): Promise<Submitted> {
    return this.once(projectId, key, [given], async () => [await this.check(projectId, given)]);
  }

  /** All of them, in their order, or none. */
  async submitBatch(projectId: string, given: NewTask[], key?: string): Promise<Submitted> {
    return this.once(projectId, key, given, () => this.checkAll(projectId, given));
  }

  /** What {@link insertAll} takes, with room for it in the queue. Throws what keeps one of them from being accepted. */
  async prepare(projectId: string, given: readonly NewTask[]): Promise<CheckedTask[]> {
    await this.queueLimit.admit(projectId, given.length);
    return this.checkAll(projectId, given);
  }

  private async checkAll(projectId: string, given: readonly NewTask[]): Promise<CheckedTask[]> {
    const versions = new Map<string, Promise<RunnableVersion>>();
    const versionOf = ({ metaTaskIdentifier }: NewTask): Promise<RunnableVersion> => {
      const known = versions.get(metaTaskIdentifier);
      if (known !== undefined) return known;
      const found = this.versions.current(projectId, metaTaskIdentifier);
      versions.set(metaTaskIdentifier, found);
      return found;
    };
    const results = await Promise.allSettled(
      given.map((task) => this.checked(projectId, task, versionOf(task))),
    );
    throwFaults(results);
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  private async once(
    projectId: string,
    key: string | undefined,
    given: readonly NewTask[],
    check: () => Promise<CheckedTask[]>,
  ): Promise<Submitted> {
    const once = onceOnly(projectId, key, given.map(askedFor));
    if (once === null)
      return { tasks: await this.store(projectId, await check()), replayed: false };
    const { answer, replayed } = await this.idempotency.run<TaskSummary[]>(once, async (remember) =>
      this.store(projectId, await check(), remember),
    );
    return { tasks: answer, replayed };
  }

  private async store(
    projectId: string,
    tasks: readonly CheckedTask[],
    remember?: (transaction: Transaction, answer: TaskSummary[]) => Promise<void>,
  ): Promise<TaskSummary[]> {
    await this.queueLimit.admit(projectId, tasks.length);
    const rows = await this.database.write(async (transaction) => {
      const inserted = await this.insertAll(transaction, projectId, tasks);
      await remember?.(transaction, inserted.map(summaryOf));
      return inserted;
    });
    return rows.map(summaryOf);
  }

  /** As {@link check}, and takes its place in the queue: what it gives is to be inserted. */
  async checkNow(projectId: string, given: NewTask): Promise<CheckedTask> {
    await this.queueLimit.admit(projectId, 1);
    return this.check(projectId, given);
  }

  /** Throws MetarunError where the task could not be created, be there room or not. */
  check(projectId: string, given: NewTask): Promise<CheckedTask> {
    return this.checked(
      projectId,
      given,
      this.versions.current(projectId, given.metaTaskIdentifier),
    );
  }

  /** Inserts within a transaction of the caller. */
  async insertAll(
    transaction: Transaction,
    projectId: string,
    tasks: readonly CheckedTask[],
    places: readonly Place[] = tasks.map(() => ({ id: newId(), family: null })),
  ): Promise<TaskEntity[]> {
    const inserted: TaskEntity[] = [];
    for (let from = 0; from < tasks.length; from += ROWS_PER_INSERT) {
      const to = from + ROWS_PER_INSERT;
      inserted.push(
        ...(await this.insert(
          transaction,
          projectId,
          tasks.slice(from, to),
          places.slice(from, to),
        )),
      );
    }
    this.transitions.created(transaction, inserted);
    return inserted;
  }

  private async insert(
    transaction: Transaction,
    projectId: string,
    tasks: readonly CheckedTask[],
    places: readonly Place[],
  ): Promise<TaskEntity[]> {
    const { now } = this.database;
    const rowPlaces = tasks.map(
      (task) =>
        `(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', 0, 0, 0, 0, ?, ?, ${timesOf(task, now)}, ${now})`,
    );
    const values = tasks.flatMap((task, index): SqlValue[] => [
      ...idsOf(places[index]),
      projectId,
      task.version.versionId,
      task.version.metaTaskIdentifier,
      task.version.version,
      task.name,
      task.params,
      task.priority,
      task.version.definition.max_attempts,
      ...timeValuesOf(task),
    ]);
    const rows = await transaction.query<TaskEntity>(
      `INSERT INTO tasks (id, parent_id, parent_step_id, root_id, depth, project_id, version_id, task_type, task_type_version, name, params, status,
         progress, attempt, crashes, fence, priority, max_attempts, run_at, deadline_at, slot_key, parked,
         created_at)
       VALUES ${rowPlaces.join(', ')} RETURNING *`,
      values,
    );
    // The databases promise no order of what RETURNING gives; ids sort by the time they were made.
    return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  private async checked(
    projectId: string,
    given: NewTask,
    found: Promise<RunnableVersion>,
  ): Promise<CheckedTask> {
    const version = await found;
    const params = JSON.stringify(given.params);
    await this.checkParams(projectId, version, given.params, params);
    const name = given.name ?? defaultName(version.metaTaskIdentifier, new Date());
    const { concurrency_limit: limit, concurrency_key: pointer, priority } = version.definition;
    return {
      version,
      name,
      params,
      priority: given.priority ?? priority,
      runAt: timeOf(given.runAt),
      slotKey: limit === null ? null : slotKeyOf(version.metaTaskId, pointer, given.params),
    };
  }

  private async checkParams(
    projectId: string,
    version: RunnableVersion,
    params: JsonObject,
    text: string,
  ): Promise<void> {
    const limit = this.config.maxParamsBytes;
    if (Buffer.byteLength(text) > limit)
      throw new MetarunError('too_large', `The params may have ${limit} bytes of JSON.`);
    const { paramsSchema } = version;
    if (paramsSchema === null) return;
    const faults = await this.schemas.validate(paramsSchema, params, projectId);
    if (faults.length === 0) return;
    const errors = issuesAt('/params', faults);
    throw new MetarunError(TASK_ERRORS.invalid_params, `${describeIssues(errors)}.`, { errors });
  }
}

function idsOf(place: Place | undefined): SqlValue[] {
  if (place === undefined) throw new Error('a new task has no place');
  const { id, family } = place;
  if (family === null) return [id, null, null, null, 0];
  return [id, family.parentId, family.stepId, family.rootId, family.depth];
}

/** All that a task's creator has asked for. What came later stands at the end, where it is given: keys outlive an update of the server. */
function askedFor({ metaTaskIdentifier, params, name, priority, runAt }: NewTask): Json {
  const basic = [metaTaskIdentifier, params, name];
  return priority === null && runAt === null ? basic : [...basic, priority, runAt];
}

function timeOf(text: string | null): number | null {
  if (text === null) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidField('/run_at', 'must be a valid ISO 8601 date and time');
  if (time > Date.now() + MAX_AHEAD_MS)
    throw invalidField('/run_at', 'may be a year ahead at most');
  return time;
}

/** What has no value shares the limit with what has the value null. */
function slotKeyOf(metaTaskId: string, pointer: string | null, params: JsonObject): string {
  return pointer === null
    ? slotKey(metaTaskId)
    : slotKey(metaTaskId, atPointer(params, pointer) ?? null);
}

function hasDeadline({ definition }: RunnableVersion): boolean {
  return definition.total_timeout_seconds !== null;
}

/** SQL of `run_at`, `deadline_at`, `slot_key`, `parked`: for the most part there is nothing to bind. */
function timesOf({ version, runAt, slotKey: key }: CheckedTask, now: string): string {
  const at = runAt === null ? now : `CASE WHEN ? > ${now} THEN ? ELSE ${now} END`;
  const deadline = hasDeadline(version) ? `${at} + ?` : 'NULL';
  // Behind others of its key that wait for a slot it waits with them; what is not due yet has not come to that.
  const parked =
    key === null || runAt !== null
      ? '0'
      : "(SELECT COUNT(*) FROM (SELECT 1 FROM tasks WHERE status = 'pending' AND parked = 1 AND slot_key = ? LIMIT 1) AS one)";
  return `${at}, ${deadline}, ${key === null ? 'NULL' : '?'}, ${parked}`;
}

/** What {@link timesOf} binds. */
function timeValuesOf({ version, runAt, slotKey: key }: CheckedTask): SqlValue[] {
  const at = runAt === null ? [] : [runAt, runAt];
  const total = version.definition.total_timeout_seconds;
  const deadline = total === null ? [] : [...at, total * 1000];
  const parked = key === null || runAt !== null ? [] : [key];
  return [...at, ...deadline, ...(key === null ? [] : [key]), ...parked];
}

/** Throws what keeps a batch from being accepted: the code and words of its first fault, and where all of them are. */
function throwFaults(results: readonly PromiseSettledResult<unknown>[]): void {
  let first: { index: number; error: MetarunError } | null = null;
  const errors: FieldError[] = [];
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    const error: unknown = result.reason;
    if (!(error instanceof MetarunError)) throw error;
    first ??= { index, error };
    const own = error.errors.length > 0 ? error.errors : [{ pointer: '', message: error.message }];
    errors.push(...own.map((fault) => ({ ...fault, pointer: `/tasks/${index}${fault.pointer}` })));
  }
  if (first === null) return;
  throw new MetarunError(
    first.error,
    `No task was created. The first that is at fault is /tasks/${first.index}: ${first.error.message}`,
    { errors: errors.slice(0, MAX_FAULTS) },
  );
}
