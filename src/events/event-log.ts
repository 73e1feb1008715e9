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
  /** Only events after this sequence number. */
  after: number;
  types?: readonly TaskEventType[];
  levels?: readonly LogLevel[];
  limit: number;
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
    // Of this project and after the number. Said plainly, or with a placeholder for the limit, SQLite plans each read
    // anew, for it looks at what is bound: two thirds of the time of a small one.
    const where = ['(project_id, seq) > (?, ?)', 'project_id <= ?'];
    const values: SqlValue[] = [filter.projectId, filter.after, filter.projectId];
    if (filter.taskId !== undefined) {
      where.push('task_id = ?');
      values.push(filter.taskId);
    }
    for (const [column, allowed] of [
      ['type', filter.types],
      ['level', filter.levels],
    ] as const) {
      if (allowed === undefined) continue;
      where.push(`${column} IN (${allowed.map(() => '?').join(', ')})`);
      values.push(...allowed);
    }
    const rows = await this.database.query<TaskEventEntity>(
      `SELECT ${COLUMNS.join(', ')} FROM task_events
       WHERE ${where.join(' AND ')} ORDER BY project_id, seq LIMIT ${Math.trunc(filter.limit)}`,
      values,
    );
    return rows.map(eventOf);
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

function eventOf(row: TaskEventEntity): TaskEvent {
  const type = TASK_EVENT_TYPES.find((name) => name === row.type);
  if (type === undefined) throw new Error(`stored event of unknown type ${row.type}`);
  return {
    seq: row.seq,
    type,
    taskId: row.task_id,
    attempt: row.attempt,
    level: row.level as LogLevel | null,
    data: objectOf(row.data),
    createdAt: row.created_at,
  };
}

function objectOf(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error('stored event data is not an object');
  return value;
}
