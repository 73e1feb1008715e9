import type { Transaction } from '../database/database.js';
import type { NewTaskEvent } from './task-event.js';

/** Maximum number of events that one statement writes. */
export const TOGETHER = 500;

/** The events of a project that a transaction appends, and the growth of its open tasks' params in bytes. */
export interface Appended {
  projectId: string;
  events: readonly NewTaskEvent[];
  growth: number;
}

/** The counter of a project after its events. */
export interface Counter {
  project_id: string;
  seq: number;
  open_params_bytes: number;
}

/**
 * Numbers and writes events of projects on PostgreSQL with one statement, since other writers of these projects wait
 * from then until the commit. The projects are in the same order as everywhere.
 */
export function writeTogether(
  transaction: Transaction,
  appended: readonly Appended[],
): Promise<Counter[]> {
  const counts = appended.map(({ projectId, events, growth }) => ({
    project: projectId,
    count: events.length,
    growth,
  }));
  const events = appended.flatMap(({ projectId, events: own }) =>
    own.map((event, index) => ({
      project: projectId,
      place: index + 1 - own.length,
      task: event.taskId,
      attempt: event.attempt,
      type: event.type,
      level: event.level,
      data: JSON.stringify(event.data),
      at: event.createdAt,
    })),
  );
  return transaction.queryPrepared<Counter>(
    `WITH counted AS (
       INSERT INTO event_counters (project_id, seq, open_params_bytes)
       SELECT project, count, growth
       FROM json_to_recordset(CAST(? AS json)) AS one(project text, count bigint, growth bigint)
       ON CONFLICT (project_id) DO UPDATE SET seq = event_counters.seq + excluded.seq,
         open_params_bytes = event_counters.open_params_bytes + excluded.open_params_bytes
       RETURNING project_id, seq, open_params_bytes),
     written AS (
       INSERT INTO task_events (project_id, seq, task_id, attempt, type, level, data, created_at)
       SELECT project, counted.seq + place, task, attempt, type, level, data, at
       FROM json_to_recordset(CAST(? AS json)) AS event(project text, place bigint, task text, attempt integer, type text,
         level text, data text, at bigint)
       JOIN counted ON counted.project_id = event.project)
     SELECT project_id, seq, open_params_bytes FROM counted`,
    [JSON.stringify(counts), JSON.stringify(events)],
  );
}
