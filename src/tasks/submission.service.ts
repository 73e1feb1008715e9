import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/settings.js';
import { Database, type SqlValue, type Transaction } from '../database/database.js';
import { Engine } from '../engine/engine.js';
import { statusEvent } from '../engine/status-event.js';
import { EventBus } from '../events/event-bus.js';
import { EventLog } from '../events/event-log.js';
import type { NewTaskEvent } from '../events/task-event.js';
import { type FieldError, MetarunError } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import type { JsonObject } from '../kernel/json.js';
import type { TaskEntity } from '../database/entities/task.entity.js';
import { faultsAt, toldFaults } from '../schema/schema-fault.js';
import { SchemaValidator } from '../schema/schema-validator.js';
import { RunnableVersions } from '../task-types/runnable-versions.service.js';
import type { RunnableVersion } from '../task-types/task-type.js';
import { defaultName } from './default-name.js';
import { Idempotency, onceOnly } from './idempotency.service.js';
import { summaryOf, type TaskSummary } from './task.js';

/** Tasks in one request. */
export const MAX_BATCH = 1_000;
/** Rows in one INSERT; the databases cap the values of a statement. */
const ROWS_PER_INSERT = 200;
/** Faults of a batch that are told. */
const MAX_FAULTS = 100;

export interface NewTask {
  taskTypeIdentifier: string;
  params: JsonObject;
  name: string | null;
}

/** A task that may be stored as it is. */
export interface CheckedTask {
  version: RunnableVersion;
  name: string;
  /** JSON text. */
  params: string;
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
@Injectable()
export class TaskSubmission {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly bus: EventBus,
    private readonly engine: Engine,
    private readonly versions: RunnableVersions,
    private readonly schemas: SchemaValidator,
    private readonly idempotency: Idempotency,
  ) {}

  /** `key`: the request's Idempotency-Key. */
  async submit(projectId: string, given: NewTask, key?: string): Promise<Submitted> {
    return this.once(projectId, key, [given], async () => [
      await this.checked(given, this.versions.current(projectId, given.taskTypeIdentifier)),
    ]);
  }

  /** All of them, in their order, or none. */
  async submitBatch(projectId: string, given: NewTask[], key?: string): Promise<Submitted> {
    return this.once(projectId, key, given, () => this.checkAll(projectId, given));
  }

  /** What {@link create} takes. Throws what keeps one of them from being accepted. */
  async checkAll(projectId: string, given: readonly NewTask[]): Promise<CheckedTask[]> {
    const versions = new Map<string, Promise<RunnableVersion>>();
    const versionOf = ({ taskTypeIdentifier }: NewTask): Promise<RunnableVersion> => {
      const known = versions.get(taskTypeIdentifier);
      if (known !== undefined) return known;
      const found = this.versions.current(projectId, taskTypeIdentifier);
      versions.set(taskTypeIdentifier, found);
      return found;
    };
    const results = await Promise.allSettled(
      given.map((task) => this.checked(task, versionOf(task))),
    );
    throwFaults(results);
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  /**
   * Stores tasks within the transaction of what they belong to, each at the place of the same number. The caller
   * appends their events, {@link createdEvents}, and calls {@link announce} once the transaction is through.
   */
  async create(
    transaction: Transaction,
    projectId: string,
    tasks: readonly CheckedTask[],
    places: readonly Place[],
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
    return inserted;
  }

  announce(projectId: string, rows: readonly TaskEntity[]): void {
    this.bus.publish('events', { projectId });
    for (const row of rows) this.engine.offer(row.id, row.priority);
  }

  private async once(
    projectId: string,
    key: string | undefined,
    given: readonly NewTask[],
    check: () => Promise<CheckedTask[]>,
  ): Promise<Submitted> {
    const once = onceOnly(
      projectId,
      key,
      given.map(({ taskTypeIdentifier, params, name }) => [taskTypeIdentifier, params, name]),
    );
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
    const rows = await this.database.write(async (transaction) => {
      const places = tasks.map(() => ({ id: newId(), family: null }));
      const inserted = await this.create(transaction, projectId, tasks, places);
      await remember?.(transaction, inserted.map(summaryOf));
      await this.events.append(transaction, projectId, createdEvents(inserted));
      return inserted;
    });
    this.announce(projectId, rows);
    return rows.map(summaryOf);
  }

  private async insert(
    transaction: Transaction,
    projectId: string,
    tasks: readonly CheckedTask[],
    places: readonly Place[],
  ): Promise<TaskEntity[]> {
    const { now } = this.database;
    const place = `(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', 0, 0, 0, 0, 0, ${now}, ${now})`;
    const values = tasks.flatMap(({ version, name, params }, index): SqlValue[] => [
      ...idsOf(places[index]),
      projectId,
      version.versionId,
      version.taskTypeIdentifier,
      version.version,
      name,
      params,
    ]);
    const rows = await transaction.query<TaskEntity>(
      `INSERT INTO tasks (id, parent_id, parent_step_id, root_id, depth, project_id, version_id, task_type, task_type_version, name, params, status,
         progress, attempt, crashes, fence, priority, run_at, created_at)
       VALUES ${tasks.map(() => place).join(', ')} RETURNING *`,
      values,
    );
    // The databases promise no order of what RETURNING gives; ids sort by the time they were made.
    return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  private async checked(given: NewTask, found: Promise<RunnableVersion>): Promise<CheckedTask> {
    const version = await found;
    const params = JSON.stringify(given.params);
    await this.checkParams(version, given.params, params);
    const name = given.name ?? defaultName(version.taskTypeIdentifier, new Date());
    return { version, name, params };
  }

  private async checkParams(
    version: RunnableVersion,
    params: JsonObject,
    text: string,
  ): Promise<void> {
    const limit = this.config.maxParamsBytes;
    if (Buffer.byteLength(text) > limit)
      throw new MetarunError('too_large', `The params may have ${limit} bytes of JSON.`);
    const { paramsSchema } = version;
    if (paramsSchema === null) return;
    const faults = await this.schemas.validate(paramsSchema, params);
    if (faults.length === 0) return;
    const errors = faultsAt('/params', faults);
    throw new MetarunError('invalid_params', `${toldFaults(errors)}.`, { errors });
  }
}

/** The events that tell of new tasks. */
export function createdEvents(rows: readonly TaskEntity[]): NewTaskEvent[] {
  const now = Date.now();
  return rows.map((row) => statusEvent(row, now));
}

function idsOf(place: Place | undefined): SqlValue[] {
  if (place === undefined) throw new Error('a new task has no place');
  const { id, family } = place;
  if (family === null) return [id, null, null, null, 0];
  return [id, family.parentId, family.stepId, family.rootId, family.depth];
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
    first.error.code,
    `No task was created. The first that is at fault is /tasks/${first.index}: ${first.error.message}`,
    { errors: errors.slice(0, MAX_FAULTS) },
  );
}
