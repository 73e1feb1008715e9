import type { Database, Transaction } from '../../../platform/database/database.js';
import { metaTaskIdOf } from '../state/slot-key.js';
import type { TaskEntity } from '../state/task.entity.js';
import { countSlots, limitOf } from './slots.js';

/** Rows that are changed at a time. */
const BATCH = 1_000;
/** A slot that no limit has. */
const NO_LIMIT = 1_000_000_000;

/**
 * Returns the SELECT of the free slots of a key, up to its limit. None where tasks above the limit hold slots, as after it has been
 * lowered: then the claims are counted, one after the other.
 */
export function freeSlotsOf(key: string, type: string): string {
  const limit = `COALESCE(${limitOf(type)}, ${NO_LIMIT})`;
  return `SELECT slot_key, n FROM concurrency_slots
    WHERE slot_key = ${key} AND task_id IS NULL AND n <= ${limit} AND NOT EXISTS (
      SELECT 1 FROM concurrency_slots above
      WHERE above.slot_key = ${key} AND above.n > ${limit} AND above.task_id IS NOT NULL)`;
}

/**
 * For the transaction of a claim: returns the number of a free slot of `slotKey`, which no other claim gets until the transaction
 * ends. Null where there is none: then it blocks the due tasks of the key, so that no server tries them until `unblock`
 * releases them.
 */
export async function findSlot(
  database: Database,
  transaction: Transaction,
  { taskId, slotKey }: { taskId: string; slotKey: string },
): Promise<number | null> {
  const type = metaTaskIdOf(slotKey);
  const [free] = await transaction.query<{ n: number }>(
    `${freeSlotsOf('?', '?')} ORDER BY n LIMIT 1 ${unlocked(database)}`,
    [slotKey, type, slotKey, type],
  );
  if (free !== undefined) return free.n;
  // From here on one server after the other: one that frees a slot meanwhile unblocks the tasks afterwards.
  await transaction.lock(slotKey);
  const { most, held } = await countSlots(transaction, slotKey);
  const n = held < most ? await anySlot(database, transaction, { taskId, slotKey }, most) : null;
  if (n === null) await block(database, transaction, slotKey);
  return n;
}

/** Has a claimed task hold a slot that {@link findSlot} has found. */
export async function holdSlot(
  database: Database,
  transaction: Transaction,
  { id, project_id: projectId, slot_key: slotKey, fence }: TaskEntity,
  n: number,
): Promise<void> {
  await transaction.query(
    `UPDATE concurrency_slots SET task_id = ?, fence = ?, used_at = ${database.now}
     WHERE slot_key = ? AND n = ? AND project_id = ?`,
    [id, fence, slotKey, n, projectId],
  );
}

/** Adds a slot of a key, the first that there is not, up to `most`; returns its number. */
export async function addSlot(
  database: Database,
  transaction: Transaction,
  { taskId, slotKey }: { taskId: string; slotKey: string },
  most = NO_LIMIT,
): Promise<number | null> {
  const [made] = await transaction.query<{ n: number }>(
    `INSERT INTO concurrency_slots (slot_key, n, project_id, used_at)
     SELECT slot_key, free.n, project_id, ${database.now} FROM tasks JOIN (
       SELECT MIN(before.n) + 1 AS n FROM (SELECT 0 AS n UNION ALL SELECT n FROM concurrency_slots WHERE slot_key = ?) AS before
       WHERE NOT EXISTS (SELECT 1 FROM concurrency_slots slot WHERE slot.slot_key = ? AND slot.n = before.n + 1)) AS free
       ON free.n <= ?
     WHERE id = ? AND slot_key = ? RETURNING n`,
    [slotKey, slotKey, most, taskId, slotKey],
  );
  return made?.n ?? null;
}

async function anySlot(
  database: Database,
  transaction: Transaction,
  task: { taskId: string; slotKey: string },
  most: number,
): Promise<number | null> {
  const limit = Math.min(most, NO_LIMIT);
  const [free] = await transaction.query<{ n: number }>(
    `SELECT n FROM concurrency_slots WHERE slot_key = ? AND task_id IS NULL AND n <= ?
     ORDER BY n LIMIT 1 ${unlocked(database)}`,
    [task.slotKey, limit],
  );
  return free?.n ?? addSlot(database, transaction, task, limit);
}

async function block(database: Database, transaction: Transaction, slotKey: string): Promise<void> {
  await transaction.query(
    `UPDATE tasks SET parked = 1 WHERE status = 'pending' AND id IN (
       SELECT id FROM tasks WHERE status = 'pending' AND parked = 0 AND slot_key = ?
         AND run_at <= ${database.now} LIMIT ${BATCH})`,
    [slotKey],
  );
}

/** Returns SQL that passes over what another server is about to take. */
function unlocked({ kind }: Database): string {
  return kind === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '';
}
