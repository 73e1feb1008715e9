import type { Database, Transaction } from '../../../platform/database/database.js';
import type { Pool } from '../queue/pool.js';
import { WAKE_COLUMNS, type WakeRow } from '../queue/wake.js';
import { parseMetaTaskId } from '../state/slot-key.js';
import type { TaskEntity } from '../state/task.entity.js';

/** Maximum number of rows per statement. */
const BATCH = 1_000;
/** Number of keys that one sweep examines. */
const KEYS = 1_000;

/**
 * The slots of a key: their number by the limit of the meta-task's current version, and the number of tasks that hold
 * one.
 */
interface Slots {
  most: number;
  held: number;
}

type UnblockedRow = WakeRow & Pick<TaskEntity, 'id'>;

/**
 * Returns SQL of the concurrency limit of a meta-task's current version; null without a limit. `id`: SQL of the
 * meta-task's id.
 */
export function buildLimitSql(id: string): string {
  return `(SELECT version.concurrency_limit FROM task_types type JOIN task_type_versions version
    ON version.task_type_id = type.id AND version.version = type.current_version WHERE type.id = ${id})`;
}

/**
 * Counts the slots of a key. If the key is locked, the count holds until the transaction ends, since slots are added
 * only under the lock.
 */
export async function countSlots(transaction: Transaction, slotKey: string): Promise<Slots> {
  const [found] = await transaction.query<{ most: number | null; held: number }>(
    `SELECT ${buildLimitSql('?')} AS most,
       (SELECT COUNT(*) FROM concurrency_slots WHERE slot_key = ? AND task_id IS NOT NULL) AS held`,
    [parseMetaTaskId(slotKey), slotKey],
  );
  return { most: found?.most ?? Number.POSITIVE_INFINITY, held: Number(found?.held ?? 0) };
}

/**
 * Unblocks as many tasks of `slotKey` as it has free slots, and returns them. `unreached`: pools that no server takes,
 * whose tasks would only wait on.
 */
export function unblock(
  database: Database,
  slotKey: string,
  unreached: readonly Pool[] = [],
): Promise<UnblockedRow[]> {
  return database.write(async (transaction) => {
    const rows: UnblockedRow[] = [];
    // Servers take turns, so that each sees what the one before has blocked.
    await transaction.lock(slotKey);
    const { most, held } = await countSlots(transaction, slotKey);
    let left = Math.min(most - held, BATCH);
    if (left > 0) left -= await ready(database, transaction, slotKey, unreached);
    while (left > 0) {
      const found = await unblockLevel(transaction, slotKey, unreached, left);
      if (found.length === 0) break;
      rows.push(...found);
      left -= found.length;
    }
    return rows;
  });
}

/** Counts the unblocked due tasks of a key, which use up its free slots. */
async function ready(
  database: Database,
  transaction: Transaction,
  slotKey: string,
  unreached: readonly Pool[],
): Promise<number> {
  const [row] = await transaction.query<{ ready: number }>(
    `SELECT COUNT(*) AS ready FROM (
       SELECT 1 FROM tasks WHERE status = 'pending' AND parked = 0 AND slot_key = ?
         AND run_at <= ${database.now} ${reached(unreached)} LIMIT ${BATCH}) AS few`,
    [slotKey, ...unreached],
  );
  return row?.ready ?? 0;
}

/**
 * Unblocks tasks of the highest priority only, since the index does not sort the possibly many tasks by priority and
 * time.
 */
function unblockLevel(
  transaction: Transaction,
  slotKey: string,
  unreached: readonly Pool[],
  most: number,
): Promise<UnblockedRow[]> {
  const parked = `status = 'pending' AND parked = 1 AND slot_key = ? ${reached(unreached)}`;
  return transaction.query(
    `UPDATE tasks SET parked = 0 WHERE status = 'pending' AND id IN (
       SELECT id FROM tasks WHERE ${parked}
         AND priority = (SELECT MAX(priority) FROM tasks WHERE ${parked})
       ORDER BY run_at LIMIT ?)
     RETURNING id, ${WAKE_COLUMNS}`,
    [slotKey, ...unreached, slotKey, ...unreached, most],
  );
}

/** Returns the SQL condition of a task in none of these pools; mostly the list is empty. */
function reached(unreached: readonly Pool[]): string {
  return unreached.length === 0 ? '' : `AND pool NOT IN (${unreached.map(() => '?').join(', ')})`;
}

/** Returns the keys with blocked tasks. They are few, since all slots of such a key are taken. */
export async function blockedKeys(database: Database): Promise<string[]> {
  const next = (after: string): string =>
    `SELECT MIN(slot_key) FROM tasks WHERE status = 'pending' AND parked = 1 AND slot_key > ${after}`;
  const rows = await database.query<{ slot_key: string }>(
    `WITH RECURSIVE parked(slot_key) AS (
       SELECT (${next("''")})
       UNION ALL
       SELECT (${next('parked.slot_key')}) FROM parked WHERE parked.slot_key IS NOT NULL)
     SELECT slot_key FROM parked WHERE slot_key IS NOT NULL LIMIT ${KEYS}`,
  );
  return rows.map((row) => row.slot_key);
}
