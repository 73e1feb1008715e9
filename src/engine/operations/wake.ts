import type { Database, Transaction } from '../../database/database.js';
import type { TaskEntity } from '../../database/entities/task.entity.js';
import type { EventLog } from '../../events/event-log.js';
import { statusEvent } from '../status-event.js';

/** Tasks that are woken in one transaction. */
const BATCH = 200;

const WAKES = (now: string): string =>
  `UPDATE tasks SET status = 'pending', woken = 1, run_at = ${now}, wake_at = NULL`;

/** Lets a waiting task go on; null when it does not wait. Its event is the caller's to append. */
export async function wakeNow(
  database: Database,
  transaction: Transaction,
  taskId: string,
): Promise<TaskEntity | null> {
  const [row] = await transaction.query<TaskEntity>(
    `${WAKES(database.now)} WHERE id = ? AND status = 'waiting' RETURNING *`,
    [taskId],
  );
  return row ?? null;
}

/** A task of which a part of what it waits for is there goes on then at the latest, ms. */
const MAX_LATER_MS = 60_000;
const MIN_LATER_MS = 1_000;

/**
 * Lets a task go on later that still waits for other tasks: after as long again as it has waited for this one, so that
 * a fan-out is replayed a few times, not once for each child. The ms until then; null where it goes on sooner anyway.
 */
export async function wakeLater(
  database: Database,
  transaction: Transaction,
  task: Pick<TaskEntity, 'id' | 'wake_at'>,
  step: { started_at: number },
): Promise<number | null> {
  const waited = Date.now() - step.started_at;
  const ms = Math.round(Math.min(MAX_LATER_MS, Math.max(MIN_LATER_MS, waited)));
  const at = `${database.now} + ${ms}`;
  const [later] = await transaction.query(
    `UPDATE tasks SET wake_at = ${at}
     WHERE id = ? AND status = 'waiting' AND (wake_at IS NULL OR wake_at > ${at}) RETURNING id`,
    [task.id],
  );
  return later === undefined ? null : ms;
}

/** Lets the tasks go on whose time has come, some at a time: as many as there are when fewer than a batch. */
export function wakeDue(
  database: Database,
  events: EventLog,
): Promise<{ woken: TaskEntity[]; more: boolean }> {
  return database.write(async (transaction) => {
    const woken = await transaction.query<TaskEntity>(
      `${WAKES(database.now)} WHERE status = 'waiting' AND id IN (
         SELECT id FROM tasks WHERE status = 'waiting' AND wake_at <= ${database.now}
         ORDER BY wake_at LIMIT ${BATCH}) RETURNING *`,
    );
    const at = Date.now();
    const byProject = Map.groupBy(woken, (row) => row.project_id);
    // In one order everywhere, since each project's events have one counter that writers wait for.
    for (const projectId of [...byProject.keys()].sort())
      await events.append(
        transaction,
        projectId,
        (byProject.get(projectId) ?? []).map((row) => statusEvent(row, at)),
      );
    return { woken, more: woken.length === BATCH };
  });
}

/** Time until the next waiting task is due, ms; 0 when one is, null when none ever will be by itself. */
export async function nextWake(database: Database): Promise<number | null> {
  const [row] = await database.query<{ left: number | null }>(
    `SELECT MIN(wake_at) - ${database.now} AS "left" FROM tasks WHERE status = 'waiting' AND wake_at IS NOT NULL`,
  );
  return row?.left == null ? null : Math.max(0, row.left);
}
