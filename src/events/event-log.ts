import { Injectable } from '@nestjs/common';
import { Database, type SqlValue, type Transaction } from '../database/database.js';
import type { TaskEventEntity } from '../database/entities/task-event.entity.js';
import { isJsonObject, type JsonObject } from '../kernel/json.js';
import type { LogLevel } from '../runtime/protocol.js';
import {
  type NewTaskEvent,
  TASK_EVENT_TYPES,
  type TaskEvent,
  type TaskEventType,
} from './task-event.js';

const COLUMNS = ['project_id', 'seq', 'task_id', 'attempt', 'type', 'level', 'data', 'created_at'];
/** Rows in one INSERT; the databases cap the values of a statement. */
const ROWS_PER_INSERT = 500;

export interface EventFilter {
  projectId: string;
  taskId?: string;
  /** Only events of these tasks. */
  taskIds?: readonly string[];
  /** Only events of tasks of this meta-task, by its identifier. */
  taskType?: string;
  /** Only events after this sequence number. */
  after: number;
  types?: readonly TaskEventType[];
  /** Of log lines only those of these levels. */
  levels?: readonly LogLevel[];
  limit: number;
}

/** An event as it is stored, with the meta-task of its task. */
export interface StoredEvent extends Omit<TaskEvent, 'data'> {
  /** JSON object as text. */
  data: string;
  /** Null where the task has been deleted, and for events of no task. */
  taskType: string | null;
}

/** The table of everything that happened to tasks. */
@Injectable()
export class EventLog {
  constructor(private readonly database: Database) {}

  /**
   * Appends events of one project, in order, within the transaction of the change that they tell about. Call
   * it last: from here to the commit other writers of the project's events wait.
   */
  async append(
    transaction: Transaction,
    projectId: string,
    events: readonly NewTaskEvent[],
  ): Promise<void> {
    if (events.length === 0) return;
    const [counter] = await transaction.query<{ seq: number }>(
      `INSERT INTO event_counters (project_id, seq) VALUES (?, ?)
       ON CONFLICT (project_id) DO UPDATE SET seq = event_counters.seq + excluded.seq
       RETURNING seq`,
      [projectId, events.length],
    );
    if (!counter) throw new Error('the event counter gave no number');
    const first = counter.seq - events.length + 1;
    for (let from = 0; from < events.length; from += ROWS_PER_INSERT) {
      const rows = events.slice(from, from + ROWS_PER_INSERT);
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
  }

  /** Events in the order of their numbers, `filter.limit` at most. */
  async read(filter: EventFilter): Promise<TaskEvent[]> {
    const { where, values } = conditionsOf(filter);
    const rows = await this.database.query<TaskEventEntity>(
      `SELECT ${COLUMNS.join(', ')} FROM task_events e
       WHERE ${where} ORDER BY e.project_id, e.seq LIMIT ${Math.trunc(filter.limit)}`,
      values,
    );
    return rows.map((row) => ({ ...headOf(row), data: objectOf(row.data) }));
  }

  /** As {@link read}, for passing on: with the meta-task, and `data` left as its text. */
  async readStored(filter: EventFilter): Promise<StoredEvent[]> {
    const { where, values } = conditionsOf(filter);
    const rows = await this.database.query<TaskEventEntity & { task_type: string | null }>(
      `SELECT ${COLUMNS.map((name) => `e.${name}`).join(', ')}, t.task_type
       FROM task_events e LEFT JOIN tasks t ON t.id = e.task_id
       WHERE ${where} ORDER BY e.project_id, e.seq LIMIT ${Math.trunc(filter.limit)}`,
      values,
    );
    return rows.map((row) => ({ ...headOf(row), data: row.data, taskType: row.task_type }));
  }

  /** Number of the project's oldest event that is still there; null when there is none. */
  async oldest(projectId: string): Promise<number | null> {
    const [row] = await this.database.query<{ seq: number }>(
      'SELECT seq FROM task_events WHERE project_id = ? ORDER BY seq LIMIT 1',
      [projectId],
    );
    return row?.seq ?? null;
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

function conditionsOf(filter: EventFilter): { where: string; values: SqlValue[] } {
  // Of this project and after the number. Said plainly, or with a placeholder for the limit, SQLite plans each read
  // anew, for it looks at what is bound: two thirds of the time of a small one.
  const where = ['(e.project_id, e.seq) > (?, ?)', 'e.project_id <= ?'];
  const values: SqlValue[] = [filter.projectId, filter.after, filter.projectId];
  const among = (column: string, allowed: readonly string[] | undefined, or = ''): void => {
    if (allowed === undefined) return;
    where.push(`(${or}${column} IN (${allowed.map(() => '?').join(', ')}))`);
    values.push(...allowed);
  };
  among('e.task_id', filter.taskId === undefined ? filter.taskIds : [filter.taskId]);
  among('e.type', filter.types);
  among('e.level', filter.levels, 'e.level IS NULL OR ');
  if (filter.taskType !== undefined) {
    where.push('EXISTS (SELECT 1 FROM tasks o WHERE o.id = e.task_id AND o.task_type = ?)');
    values.push(filter.taskType);
  }
  return { where: where.join(' AND '), values };
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
