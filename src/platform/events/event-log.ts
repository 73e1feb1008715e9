import { QUOTA_SETTINGS } from '../../base/config/quota-settings.js';
import type { Config } from '../../base/config/settings.js';
import {
  type Condition,
  type Database,
  type SqlValue,
  type Transaction,
} from '../database/database.js';
import { unindexed } from '../database/indexed.js';
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
/**
 * Number of rows per INSERT: the databases limit the values of a statement, and SQLite blocks the event loop meanwhile.
 */
const ROWS_PER_INSERT = { sqlite: 100, postgres: 500 };
/**
 * Number of events that one statement examines: few at first, since most searches end soon; later about 5 ms of work.
 */
const FIRST_CHUNK = 500;
const CHUNK_GROWTH = 4;
const MAX_CHUNK = 4_000;

export interface EventFilter {
  projectId: string;
  taskId?: string;
  taskIds?: readonly string[];
  /** Selects events of tasks of this meta-task, by its identifier. */
  metaTask?: string;
  /** Selects events after this sequence number. */
  after: number;
  types?: readonly TaskEventType[];
  /** Selects log lines of these levels only. */
  levels?: readonly LogLevel[];
  limit: number;
}

/** A stored event, with the meta-task of its task. */
export interface StoredEvent extends Omit<TaskEvent, 'data'> {
  /** JSON object as text. */
  data: string;
  /** Null if the task has been deleted, and for events without a task. */
  metaTask: string | null;
}

/** Consecutive events in an index, with the index order. */
interface Range extends Condition {
  order: string;
}

/** The table of all events of tasks. */
export class EventLog {
  /** Events that transactions will append, by project. */
  private readonly pending = new WeakMap<Transaction, Map<string, NewTaskEvent[]>>();

  constructor(
    private readonly database: Database,
    private readonly config: Pick<Config, 'maxOpenParamsBytes'>,
    private readonly bus: EventBus,
  ) {}

  /**
   * Appends events of a project, in order, within the transaction of the change that they report. They are all written
   * just before the commit, since other writers of the project's events wait from then on. The transaction fails with
   * `project_quota_exceeded` if new tasks exceed the project's quota of params.
   */
  append(transaction: Transaction, projectId: string, events: readonly NewTaskEvent[]): void {
    if (events.length === 0) return;
    const byProject = this.findOrAddPending(transaction);
    const known = byProject.get(projectId);
    if (known) for (const event of events) known.push(event);
    else byProject.set(projectId, [...events]);
  }

  private findOrAddPending(transaction: Transaction): Map<string, NewTaskEvent[]> {
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

  /**
   * Writes the events of all projects, in the same order of projects everywhere, since writers wait for each project's
   * counter.
   */
  private async writeAll(
    transaction: Transaction,
    byProject: ReadonlyMap<string, readonly NewTaskEvent[]>,
  ): Promise<void> {
    const appended = [...byProject]
      .map(([projectId, events]) => ({ projectId, events, growth: computeGrowth(events) }))
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

  /** Records the numbers of written events, of which `last` is the last, and deletes the events that they replace. */
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

  /** Throws if the params of open tasks have grown beyond the project's quota. */
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

  /** Reads events in the order of their numbers, at most `filter.limit`. */
  async read(filter: EventFilter): Promise<TaskEvent[]> {
    const rows = await this.rows<TaskEventEntity>(filter, {
      columns: COLUMNS.map((name) => `e.${name}`).join(', '),
      join: '',
    });
    return rows.map((row) => ({ ...toEventHead(row), data: parseEventData(row.data) }));
  }

  /** Reads events like {@link read}, for forwarding: with the meta-task, and with `data` as text. */
  async readStored(filter: EventFilter): Promise<StoredEvent[]> {
    const rows = await this.rows<TaskEventEntity & { task_type: string | null }>(filter, {
      columns: `${COLUMNS.map((name) => `e.${name}`).join(', ')}, t.task_type`,
      join: 'LEFT JOIN tasks t ON t.id = e.task_id',
    });
    return rows.map((row) => ({ ...toEventHead(row), data: row.data, metaTask: row.task_type }));
  }

  /** Returns the number of the project's oldest stored event, or null. */
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
    const others = buildFilterCondition(filter);
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

  /** Searches the project's events in chunks of numbers: with a selective filter, there may be very many. */
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
   * Reads the first events of each task, and returns the first of all of these. With a single list of ids, PostgreSQL
   * reads all events of the project in order if its statistics are poor: 1.2 s for 1.8 million events.
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

  /** Returns the range of a project's events after `after`, up to `last`. */
  private ofProject(projectId: string, after: number, last: number | null = null): Range {
    if (last === null) return this.after('e.project_id', projectId, after);
    // Written this way for the same reason as in `after`.
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
    const own = `${unindexed(this.database, 'e.project_id')} = ?`;
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
   * Returns the range of events with a value in a column after a number, in the order of the index of both. SQLite
   * plans the plain condition again for each read, since the plan depends on the bound values; this takes two thirds of
   * the time of a small read. PostgreSQL uses a row comparison only for its first column, and would read all events of
   * the project. The condition therefore differs between them.
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

  /** Returns the number of the project's newest event, or 0. */
  async last(projectId: string): Promise<number> {
    const [row] = await this.database.query<{ seq: number }>(
      'SELECT seq FROM event_counters WHERE project_id = ?',
      [projectId],
    );
    return row?.seq ?? 0;
  }
}

function computeGrowth(events: readonly NewTaskEvent[]): number {
  return events.reduce((sum, event) => sum + (event.openParamsBytes ?? 0), 0);
}

/** Returns the conditions that use no index, or null. */
function buildFilterCondition(filter: EventFilter): Condition | null {
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

function toEventHead(row: TaskEventEntity): Omit<TaskEvent, 'data'> {
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

function parseEventData(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error('stored event data is not an object');
  return value;
}
