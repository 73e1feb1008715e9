import { QUOTA_SETTINGS } from '../../base/config/quota-settings.js';
import type { Config } from '../../base/config/settings.js';
import {
  type Condition,
  type Database,
  type SqlValue,
  type Transaction,
} from '../database/database.js';
import type { TaskEventEntity } from './task-event.entity.js';
import { isJsonObject, type JsonObject } from '../../base/kernel/json.js';
import { exceeded } from '../../base/kernel/quota.js';
import type { LogLevel } from '../../sandbox/runtime/protocol.js';
import { type EventBus } from './event-bus.js';
import { eventsAppended } from './messages.js';
import {
  type NewTaskEvent,
  TASK_EVENT_TYPES,
  type TaskEvent,
  type TaskEventType,
} from './task-event.js';
import { type Appended, type Counter, TOGETHER, writeTogether } from './write-together.js';

const COLUMNS = ['project_id', 'seq', 'task_id', 'attempt', 'type', 'level', 'data', 'created_at'];
/** Rows in one INSERT: the databases cap the values of a statement, and on SQLite the event loop waits for it. */
const ROWS_PER_INSERT = { sqlite: 100, postgres: 500 };
/** Events that one statement looks through: few at first, since most searches end soon; then some 5 ms of work. */
const FIRST_CHUNK = 500;
const CHUNK_GROWTH = 4;
const MAX_CHUNK = 4_000;

export interface EventFilter {
  projectId: string;
  taskId?: string;
  /** Only events of these tasks. */
  taskIds?: readonly string[];
  /** Only events of tasks of this meta-task, by its identifier. */
  metaTask?: string;
  /** Only events after this sequence number. */
  after: number;
  types?: readonly TaskEventType[];
  /** Selects log lines of these levels only. */
  levels?: readonly LogLevel[];
  limit: number;
}

/** An event as it is stored, with the meta-task of its task. */
export interface StoredEvent extends Omit<TaskEvent, 'data'> {
  /** JSON object as text. */
  data: string;
  /** Null where the task has been deleted, and for events of no task. */
  metaTask: string | null;
}

/** Events that follow one another in an index, with the order of that. */
interface Range extends Condition {
  order: string;
}

/** The table of everything that happened to tasks. */
export class EventLog {
  /** Events that transactions are going to append, by project. */
  private readonly pending = new WeakMap<Transaction, Map<string, NewTaskEvent[]>>();

  constructor(
    private readonly database: Database,
    private readonly config: Pick<Config, 'maxOpenParamsBytes'>,
    private readonly bus: EventBus,
  ) {}

  /**
   * Appends events of a project, in order, within the transaction of the change that they report. They are written at once
   * before the commit, since other writers of the project's events wait from there on. The transaction fails with
   * `project_quota_exceeded` where new tasks have more params than the project may.
   */
  append(transaction: Transaction, projectId: string, events: readonly NewTaskEvent[]): void {
    if (events.length === 0) return;
    const byProject = this.pendingOf(transaction);
    const known = byProject.get(projectId);
    if (known) for (const event of events) known.push(event);
    else byProject.set(projectId, [...events]);
  }

  private pendingOf(transaction: Transaction): Map<string, NewTaskEvent[]> {
    const known = this.pending.get(transaction);
    if (known) return known;
    const byProject = new Map<string, NewTaskEvent[]>();
    this.pending.set(transaction, byProject);
    transaction.beforeCommit(() => this.writeAll(transaction, byProject));
    transaction.afterCommit(() => {
      for (const projectId of byProject.keys()) this.bus.publish(eventsAppended, { projectId });
    });
    return byProject;
  }

  /** In one order of projects everywhere, since each has a counter that writers wait for. */
  private async writeAll(
    transaction: Transaction,
    byProject: ReadonlyMap<string, readonly NewTaskEvent[]>,
  ): Promise<void> {
    const appended = [...byProject]
      .map(([projectId, events]) => ({ projectId, events, growth: growthOf(events) }))
      .toSorted((one, other) => (one.projectId < other.projectId ? -1 : 1));
    const count = appended.reduce((sum, { events }) => sum + events.length, 0);
    if (this.database.kind === 'sqlite' || count > TOGETHER) {
      for (const one of appended) await this.write(transaction, one);
      return;
    }
    const counters = await writeTogether(transaction, appended);
    for (const { projectId, events, growth } of appended) {
      const counter = counters.find((one) => one.project_id === projectId);
      this.admit(counter, growth);
      await this.number(transaction, projectId, events, counter.seq);
    }
  }

  /** Notes the numbers of events that have been written, `last` the last of them, and deletes those whose places they take. */
  private async number(
    transaction: Transaction,
    projectId: string,
    events: readonly NewTaskEvent[],
    last: number,
  ): Promise<void> {
    const replaced: number[] = [];
    for (const [index, event] of events.entries()) {
      event.seq = last - events.length + 1 + index;
      if (event.replaces?.seq !== undefined) replaced.push(event.replaces.seq);
    }
    if (replaced.length === 0) return;
    await transaction.query(
      `DELETE FROM task_events WHERE project_id = ? AND type = 'log'
         AND seq IN (${replaced.map(() => '?').join(', ')})`,
      [projectId, ...replaced],
    );
  }

  /** Throws where open tasks have more params than a project may, once they have grown. */
  private admit(counter: Counter | undefined, growth: number): asserts counter is Counter {
    if (!counter) throw new Error('the event counter gave no number');
    const { maxOpenParamsBytes: limit } = this.config;
    if (limit > 0 && growth > 0 && counter.open_params_bytes > limit)
      throw exceeded(QUOTA_SETTINGS.maxOpenParamsBytes, limit, counter.open_params_bytes - growth);
  }

  private async write(
    transaction: Transaction,
    { projectId, events, growth }: Appended,
  ): Promise<void> {
    const [counter] = await transaction.query<Counter>(
      `INSERT INTO event_counters (project_id, seq, open_params_bytes) VALUES (?, ?, ?)
       ON CONFLICT (project_id) DO UPDATE SET seq = event_counters.seq + excluded.seq,
         open_params_bytes = event_counters.open_params_bytes + excluded.open_params_bytes
       RETURNING project_id, seq, open_params_bytes`,
      [projectId, events.length, growth],
    );
    this.admit(counter, growth);
    const first = counter.seq - events.length + 1;
    const step = ROWS_PER_INSERT[this.database.kind];
    for (let from = 0; from < events.length; from += step) {
      const rows = events.slice(from, from + step);
      const places = rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
      const values = rows.flatMap((event, index): SqlValue[] => [
        projectId,
        first + from + index,
        event.taskId,
        event.attempt,
        event.type,
        event.level,
        JSON.stringify(event.data),
        event.createdAt,
      ]);
      await transaction.query(
        `INSERT INTO task_events (${COLUMNS.join(', ')}) VALUES ${places}`,
        values,
      );
    }
    await this.number(transaction, projectId, events, counter.seq);
  }

  /** Events in the order of their numbers, `filter.limit` at most. */
  async read(filter: EventFilter): Promise<TaskEvent[]> {
    const rows = await this.rows<TaskEventEntity>(filter, {
      columns: COLUMNS.map((name) => `e.${name}`).join(', '),
      join: '',
    });
    return rows.map((row) => ({ ...headOf(row), data: objectOf(row.data) }));
  }

  /** Reads events as {@link read} does, for passing on: with the meta-task, and `data` left as its text. */
  async readStored(filter: EventFilter): Promise<StoredEvent[]> {
    const rows = await this.rows<TaskEventEntity & { task_type: string | null }>(filter, {
      columns: `${COLUMNS.map((name) => `e.${name}`).join(', ')}, t.task_type`,
      join: 'LEFT JOIN tasks t ON t.id = e.task_id',
    });
    return rows.map((row) => ({ ...headOf(row), data: row.data, metaTask: row.task_type }));
  }

  /** Number of the project's oldest event that is still there; null when there is none. */
  async oldest(projectId: string): Promise<number | null> {
    const [row] = await this.database.query<{ seq: number }>(
      'SELECT seq FROM task_events WHERE project_id = ? ORDER BY seq LIMIT 1',
      [projectId],
    );
    return row?.seq ?? null;
  }

  private async rows<Row extends TaskEventEntity>(
    filter: EventFilter,
    what: { columns: string; join: string },
  ): Promise<Row[]> {
    const others = filterOf(filter);
    const limit = Math.trunc(filter.limit);
    const ids =
      filter.taskId === undefined
        ? filter.taskIds && [...new Set(filter.taskIds)]
        : [filter.taskId];
    if (ids !== undefined && ids.length > 1 && this.database.kind === 'postgres')
      return this.selectOfEach(filter, ids, others, what, limit);
    if (ids !== undefined) return this.select(this.ofTasks(filter, ids), others, what, limit);
    if (others !== null) return this.search<Row>(filter, others, what, limit);
    return this.select(this.ofProject(filter.projectId, filter.after), null, what, limit);
  }

  /** Looks through the project's events a chunk of numbers at a time: with a filter that few pass this may be very many. */
  private async search<Row extends TaskEventEntity>(
    { projectId, after }: Pick<EventFilter, 'projectId' | 'after'>,
    others: Condition,
    { columns, join }: { columns: string; join: string },
    limit: number,
  ): Promise<Row[]> {
    const found: Row[] = [];
    const last = await this.last(projectId);
    let from = Math.max(after, ((await this.oldest(projectId)) ?? last + 1) - 1);
    let size = FIRST_CHUNK;
    while (from < last && found.length < limit) {
      const { sql, values, order } = this.ofProject(projectId, from, from + size);
      const rows = await this.database.inTurn(projectId, () =>
        this.database.query<Row>(
          `SELECT ${columns} FROM task_events e ${join}
           WHERE ${sql} AND ${others.sql} ORDER BY ${order} LIMIT ${limit - found.length}`,
          [...values, ...others.values],
        ),
      );
      found.push(...rows);
      from += size;
      size = Math.min(MAX_CHUNK, size * CHUNK_GROWTH);
    }
    return found;
  }

  private select<Row>(
    { sql, values, order }: Range,
    others: Condition | null,
    { columns, join }: { columns: string; join: string },
    limit: number,
  ): Promise<Row[]> {
    return this.database.query<Row>(
      `SELECT ${columns} FROM task_events e ${join}
       WHERE ${sql}${others === null ? '' : ` AND ${others.sql}`} ORDER BY ${order} LIMIT ${limit}`,
      [...values, ...(others?.values ?? [])],
    );
  }

  /**
   * Reads the first events of each task, and the first of all of these. For one list of the ids, PostgreSQL reads all events of the
   * project in their order where its statistics are poor: 1.2 s for 1.8 million events.
   */
  private selectOfEach<Row>(
    { projectId, after }: Pick<EventFilter, 'projectId' | 'after'>,
    ids: readonly string[],
    others: Condition | null,
    { columns, join }: { columns: string; join: string },
    limit: number,
  ): Promise<Row[]> {
    return this.database.query<Row>(
      `SELECT ${columns} FROM (
         SELECT own.* FROM (VALUES ${ids.map(() => '(CAST(? AS text))').join(', ')}) AS wanted(id) CROSS JOIN LATERAL (
           SELECT * FROM task_events e WHERE e.task_id = wanted.id AND e.seq > ? AND e.project_id = ?
             ${others === null ? '' : `AND ${others.sql}`} ORDER BY e.seq LIMIT ${limit}) AS own) AS e ${join}
       ORDER BY e.seq LIMIT ${limit}`,
      [...ids, after, projectId, ...(others?.values ?? [])],
    );
  }

  /** `last`: the last of them. */
  private ofProject(projectId: string, after: number, last: number | null = null): Range {
    if (last === null) return this.after('e.project_id', projectId, after);
    // For the reason that `after` gives.
    return this.database.kind === 'postgres'
      ? {
          sql: 'e.project_id = ? AND e.seq > ? AND e.seq <= ?',
          values: [projectId, after, last],
          order: 'e.seq',
        }
      : {
          sql: '(e.project_id, e.seq) > (?, ?) AND (e.project_id, e.seq) <= (?, ?)',
          values: [projectId, after, projectId, last],
          order: 'e.project_id, e.seq',
        };
  }

  private ofTasks(
    { projectId, after }: Pick<EventFilter, 'projectId' | 'after'>,
    ids: readonly string[],
  ): Range {
    const [id] = ids;
    // SQLite would rather read all events of the project, had it an index for that: the sign keeps it from it.
    const own = `${this.database.kind === 'postgres' ? '' : '+'}e.project_id = ?`;
    if (id !== undefined && ids.length === 1) {
      const { sql, values, order } = this.after('e.task_id', id, after);
      return { sql: `${sql} AND ${own}`, values: [...values, projectId], order };
    }
    return {
      sql: `e.task_id IN (${placesFor(ids)}) AND e.seq > ? AND ${own}`,
      values: [...ids, after, projectId],
      order: 'e.seq',
    };
  }

  /**
   * Events of one value of a column that come after a number, in the order of the index of the two. SQLite plans
   * the plain condition again for each read, since the plan depends on the bound values: two thirds of the time of a small read.
   * PostgreSQL takes a comparison of rows for one of the first column alone, and reads all events of the project. Hence two ways.
   */
  private after(column: string, value: string, after: number): Range {
    return this.database.kind === 'postgres'
      ? { sql: `${column} = ? AND e.seq > ?`, values: [value, after], order: 'e.seq' }
      : {
          sql: `(${column}, e.seq) > (?, ?) AND ${column} <= ?`,
          values: [value, after, value],
          order: `${column}, e.seq`,
        };
  }

  /** Number of the project's newest event; 0 when there is none. */
  async last(projectId: string): Promise<number> {
    const [row] = await this.database.query<{ seq: number }>(
      'SELECT seq FROM event_counters WHERE project_id = ?',
      [projectId],
    );
    return row?.seq ?? 0;
  }
}

function growthOf(events: readonly NewTaskEvent[]): number {
  return events.reduce((sum, event) => sum + (event.openParamsBytes ?? 0), 0);
}

/** Conditions that no index leads to; null where there are none. */
function filterOf(filter: EventFilter): Condition | null {
  const where: string[] = [];
  const values: SqlValue[] = [];
  const among = (column: string, allowed: readonly string[] | undefined, or = ''): void => {
    if (allowed === undefined) return;
    where.push(`(${or}${column} IN (${placesFor(allowed)}))`);
    values.push(...allowed);
  };
  among('e.type', filter.types);
  among('e.level', filter.levels, 'e.level IS NULL OR ');
  if (filter.metaTask !== undefined) {
    where.push('EXISTS (SELECT 1 FROM tasks o WHERE o.id = e.task_id AND o.task_type = ?)');
    values.push(filter.metaTask);
  }
  return where.length === 0 ? null : { sql: where.join(' AND '), values };
}

function placesFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

function headOf(row: TaskEventEntity): Omit<TaskEvent, 'data'> {
  const type = TASK_EVENT_TYPES.find((name) => name === row.type);
  if (type === undefined) throw new Error(`stored event of unknown type ${row.type}`);
  return {
    seq: row.seq,
    type,
    taskId: row.task_id,
    attempt: row.attempt,
    level: row.level as LogLevel | null,
    createdAt: row.created_at,
  };
}

function objectOf(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error('stored event data is not an object');
  return value;
}
