import type { GroupKind } from '../../../platform/database/write-groups.js';
import { columnsOf, type Transaction } from '../../../platform/database/transaction.js';
import type { TaskHint } from '../dispatch/dispatcher.js';
import { LANES } from '../dispatch/lane.js';
import { TaskEntity } from '../state/task.entity.js';
import type { Transitions } from '../state/transitions.js';
import { claim, claimable, claimed, claimValues, type Worker } from './claim.js';
import { limitedClaims } from './claim-limited.js';
import { ready } from './due.js';

/**
 * Takes the task of a hint as {@link claim} does. Where that one is not there to take, another due one of its project, lane, pool
 * and priority is taken in its place, so that servers which have the same hints hinder each other little.
 */
export function claimAny(
  transitions: Transitions,
  hint: TaskHint,
  worker: Worker,
): Promise<TaskEntity | null> {
  const { database } = transitions;
  const { slotKey } = hint;
  if (slotKey !== null)
    return database.grouped(limitedClaims(transitions, worker), { ...hint, slotKey });
  return database.grouped(claims(transitions, worker), hint);
}

function claims(transitions: Transitions, worker: Worker): GroupKind<TaskHint, TaskEntity | null> {
  return {
    name: 'take',
    alone: (hint) => claim(transitions, hint, worker),
    together: async (transaction, hints) => {
      const rows = await takeTogether(transitions, transaction, hints, worker);
      for (const row of rows) transitions.status(transaction, row);
      return assigned(hints, rows);
    },
  };
}

/** Claims these, or others in their place. What is held elsewhere is passed over, so that no claim waits for another one. */
function takeTogether(
  { database: { now } }: Transitions,
  transaction: Transaction,
  hints: readonly TaskHint[],
  worker: Worker,
): Promise<TaskEntity[]> {
  const wanted = hints.map(({ taskId, projectId, lane, priority, pool }) => ({
    id: taskId,
    project: projectId,
    lane,
    priority,
    pool,
  }));
  const lanes = LANES.filter((lane) => hints.some((hint) => hint.lane === lane));
  // Materialized: else the condition might be evaluated once more, and more tasks taken than are wanted. Ids as an array are looked
  // up one by one; of a join with 100 rows, which a list of JSON counts for, a table of a few thousand tasks is read whole.
  const others = lanes.map(
    (lane) => `other_${lane} AS MATERIALIZED (
       SELECT found.id FROM short CROSS JOIN LATERAL (
         SELECT id FROM tasks WHERE ${ready(lane)} AND slot_key IS NULL AND ${claimable(now)}
           AND pool = short.pool AND project_id = short.project AND priority = short.priority AND id NOT IN (SELECT id FROM wanted)
         ORDER BY run_at LIMIT short.count FOR UPDATE SKIP LOCKED) AS found
       WHERE short.lane = '${lane}')`,
  );
  return transaction.queryPrepared<TaskEntity>(
    `WITH wanted AS MATERIALIZED (
       SELECT * FROM json_to_recordset(CAST(? AS json)) AS one(id text, project text, lane text, priority integer, pool text)),
     asked AS MATERIALIZED (
       SELECT id FROM tasks WHERE id = ANY(ARRAY(SELECT id FROM wanted))
         AND slot_key IS NULL AND ${claimable(now)} FOR UPDATE SKIP LOCKED),
     short AS MATERIALIZED (
       SELECT project, lane, priority, pool, COUNT(*) AS count FROM wanted WHERE id NOT IN (SELECT id FROM asked)
       GROUP BY 1, 2, 3, 4),
     ${others.join(', ')},
     picked AS (SELECT id FROM asked ${lanes.map((lane) => `UNION ALL SELECT id FROM other_${lane}`).join(' ')})
     UPDATE tasks SET ${claimed(now)} FROM picked WHERE tasks.id = picked.id AND status = 'pending' RETURNING ${columnsOf(transaction, TaskEntity)}`,
    [JSON.stringify(wanted), ...claimValues(worker)],
  );
}

/** Returns for each hint its task, or one that was taken in its place. */
function assigned(hints: readonly TaskHint[], rows: readonly TaskEntity[]): (TaskEntity | null)[] {
  const left = new Map(rows.map((row) => [row.id, row]));
  const own = hints.map(({ taskId }) => {
    const row = left.get(taskId) ?? null;
    left.delete(taskId);
    return row;
  });
  const all = hints.map((hint, index) => {
    const row = own[index] ?? other(hint, [...left.values()]);
    if (row !== null) left.delete(row.id);
    return row;
  });
  // The transaction is taken back: no task may run without a run.
  if (left.size > 0) throw new Error(`${left.size} tasks were claimed that no hint asked for`);
  return all;
}

function other(hint: TaskHint, rows: readonly TaskEntity[]): TaskEntity | null {
  return (
    rows.find(
      (row) =>
        row.project_id === hint.projectId &&
        row.lane === hint.lane &&
        row.priority === hint.priority &&
        row.pool === hint.pool,
    ) ?? null
  );
}
