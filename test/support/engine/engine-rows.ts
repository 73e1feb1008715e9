import type { Database, SqlValue } from '../../../src/platform/database/database.js';
import type { TaskEntity } from '../../../src/workflow/engine/state/task.entity.js';
import type { TaskStepEntity } from '../../../src/workflow/engine/state/task-step.entity.js';
import type { Transitions } from '../../../src/workflow/engine/state/transitions.js';
import { EventBus } from '../../../src/platform/events/event-bus.js';
import { EventLog } from '../../../src/platform/events/event-log.js';
import type { TaskEvent } from '../../../src/platform/events/task-event.js';
import { newId } from '../../../src/base/kernel/ids.js';
import { createTransitions } from '../transitions.js';
import { type TestDatabase, testDatabase } from './test-database.js';

export const PROJECT = 'project';
/** The tables that the engine writes to, and those from which it reads limits. */
const TABLES = [
  'tasks',
  'task_steps',
  'task_attempts',
  'task_events',
  'event_counters',
  'approvals',
  'clocks',
  'workers',
  'keepers',
  'concurrency_slots',
  'task_types',
  'task_type_versions',
];

type Row = Record<string, SqlValue>;

/** Inserts the rows of a test into a separate database, and reads them after the operations of the engine. */
export class EngineRows {
  database!: Database;
  events!: EventLog;
  /** Registers the consequences of operations and publishes them on `bus`. */
  transitions!: Transitions;
  readonly bus = new EventBus();

  /** Null if the database was passed in. */
  protected own: TestDatabase | null = null;

  async open(database?: Database): Promise<void> {
    if (database === undefined) {
      this.own = await testDatabase();
      ({ database } = this.own);
    }
    this.database = database;
    this.events = new EventLog(this.database, { maxOpenParamsBytes: 0 }, this.bus);
    this.transitions = createTransitions(this.database, this.bus, this.events);
  }

  constructor(private readonly more: readonly string[] = []) {}

  async clear(): Promise<void> {
    for (const table of [...TABLES, ...this.more])
      await this.database.execute(`DELETE FROM ${table}`);
  }

  async close(): Promise<void> {
    await this.own?.remove();
  }

  /** Adds a task, by default a due one; returns its id. */
  async addTask(given: Partial<TaskEntity> = {}): Promise<string> {
    const id = newId();
    const now = Date.now();
    await this.insert('tasks', {
      id,
      project_id: PROJECT,
      version_id: 'version',
      task_type: 'type',
      task_type_version: 1,
      name: 'task',
      status: 'pending',
      progress: 0,
      params: '{}',
      attempt: 0,
      crashes: 0,
      fence: 0,
      priority: 0,
      run_at: now,
      created_at: now,
      ...given,
    });
    return given.id ?? id;
  }

  /** Adds a step of a waiting task. It waits until it is completed, unless `given` has a time. Returns its id. */
  async addStep(taskId: string, given: Partial<TaskStepEntity> = {}): Promise<string> {
    const id = newId();
    await this.insert('task_steps', {
      id,
      project_id: PROJECT,
      task_id: taskId,
      position: 0,
      kind: 'event',
      name: id,
      occurrence: 0,
      ordered: true,
      status: 'waiting',
      attempts: 1,
      started_at: Date.now(),
      ...given,
    });
    await this.database.execute('UPDATE tasks SET step_count = step_count + 1 WHERE id = ?', [
      taskId,
    ]);
    return id;
  }

  /** Adds a task that `parentId` waits for through a step. */
  async addChild(parentId: string): Promise<{ id: string; stepId: string }> {
    const stepId = await this.addStep(parentId, { kind: 'task' });
    return { id: await this.addTask({ parent_id: parentId, parent_step_id: stepId }), stepId };
  }

  /** Adds a meta-task whose current version has these limits; returns the ids of both. */
  async addType(
    limits: { concurrency_limit?: number; total_timeout_seconds?: number } = {},
  ): Promise<{ id: string; versionId: string }> {
    const id = newId();
    const now = Date.now();
    await this.insert('task_types', {
      id,
      project_id: PROJECT,
      identifier: id,
      current_version: 0,
      latest_version: 0,
      created_at: now,
      updated_at: now,
    });
    return { id, versionId: await this.addVersion(id, limits) };
  }

  /** Adds a version of a meta-task and makes it the current one; returns its id. */
  async addVersion(
    typeId: string,
    limits: { concurrency_limit?: number; total_timeout_seconds?: number },
  ): Promise<string> {
    const id = newId();
    const [type] = await this.database.execute<{ latest_version: number }>(
      `UPDATE task_types SET latest_version = latest_version + 1, current_version = latest_version + 1
       WHERE id = ? RETURNING latest_version`,
      [typeId],
    );
    await this.insert('task_type_versions', {
      id,
      project_id: PROJECT,
      task_type_id: typeId,
      version: type?.latest_version ?? 0,
      name: 'type',
      execution_mode: 'script',
      script_language: 'typescript',
      auto_approve: false,
      extract_memory: false,
      allow_mcp: false,
      created_by: 'author',
      created_at: Date.now(),
      ...limits,
    });
    return id;
  }

  async addApproval(taskId: string, expiresAt: number | null): Promise<string> {
    const id = await this.addStep(taskId, { kind: 'approval' });
    await this.insert('approvals', {
      id,
      project_id: PROJECT,
      task_id: taskId,
      attempt: 1,
      prompt: 'May it?',
      hash: '',
      status: 'pending',
      automatic: false,
      created_at: Date.now(),
      expires_at: expiresAt,
    });
    return id;
  }

  /** Changes a task directly, not through the engine. */
  async changeTask(id: string, changes: Partial<TaskEntity>): Promise<void> {
    const sets = Object.keys(changes).map((column) => `${column} = ?`);
    await this.database.execute(`UPDATE tasks SET ${sets.join(', ')} WHERE id = ?`, [
      ...Object.values(changes),
      id,
    ]);
  }

  async insert(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    await this.database.execute(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      Object.values(row),
    );
  }

  /** Returns a database that runs `work` after each read, before its result is used. */
  afterReads(work: () => Promise<unknown>): Database {
    const query = async <Found>(sql: string, values?: readonly SqlValue[]): Promise<Found[]> => {
      const found = await this.database.query<Found>(sql, values);
      await work();
      return found;
    };
    return Object.assign(Object.create(this.database) as Database, { query });
  }

  task(id: string): Promise<TaskEntity> {
    return this.only<TaskEntity>('SELECT * FROM tasks WHERE id = ?', id);
  }

  step(id: string): Promise<TaskStepEntity> {
    return this.only<TaskStepEntity>('SELECT * FROM task_steps WHERE id = ?', id);
  }

  /** Returns the events of a task, oldest first. */
  loadEvents(taskId: string): Promise<TaskEvent[]> {
    return this.events.read({ projectId: PROJECT, taskId, after: 0, limit: 10_000 });
  }

  /** Returns the statuses in the events of a task, oldest first. */
  async statuses(taskId: string): Promise<unknown[]> {
    const events = await this.loadEvents(taskId);
    return events.flatMap(({ type, data }) => (type === 'status' ? [data['status']] : []));
  }

  /** Returns the columns of a row that `work` changes, with their new values. Flags are 0 and 1. */
  async changes(table: string, id: string, work: () => Promise<unknown>): Promise<Row> {
    const read = () => this.only<Row>(`SELECT * FROM ${table} WHERE id = ?`, id);
    const before = await read();
    await work();
    const after = Object.entries(await read());
    return Object.fromEntries(
      after
        .filter(([column, value]) => value !== before[column])
        .map(([column, value]) => [column, typeof value === 'boolean' ? Number(value) : value]),
    );
  }

  /** Returns all rows, for comparison with a later state. */
  async all(): Promise<unknown[]> {
    return Promise.all(TABLES.map((table) => this.database.query(`SELECT * FROM ${table}`)));
  }

  private async only<Found>(sql: string, id: string): Promise<Found> {
    const [row] = await this.database.query<Found>(sql, [id]);
    if (row === undefined) throw new Error(`there is no row ${id}`);
    return row;
  }
}
