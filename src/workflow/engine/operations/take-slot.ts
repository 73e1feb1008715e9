import type { Database, Transaction } from '../../../platform/database/database.js';
import { parseMetaTaskId } from '../state/slot-key.js';
import type { TaskEntity } from '../state/task.entity.js';
import { buildLimitSql } from './slots.js';

/** Maximum number of rows per statement. */
const BATCH = 1_000;
/** Number of slots beyond any limit. */
const NO_LIMIT = 1_000_000_000;

/**
 * Returns the SELECT of the free slots of a key, up to its limit. It finds none while tasks hold slots above the limit,
 * as after the limit was lowered: the claims then count the slots, one at a time.
 */
function buildFreeSlotsSql(key: string, type: string): string {
  const limit = `COALESCE(${buildLimitSql(type)}, ${NO_LIMIT})`;
  return `SELECT slot_key, n FROM concurrency_slots
    WHERE slot_key = ${key} AND task_id IS NULL AND n <= ${limit} AND NOT EXISTS (
      SELECT 1 FROM concurrency_slots above
      WHERE above.slot_key = ${key} AND above.n > ${limit} AND above.task_id IS NOT NULL)`;
}

interface FreeSlot {
  slot_key: string;
  n: number;
}

/**
 * Finds, within the transaction of a claim, a free slot for each of these tasks with a concurrency limit, by task id.
 * No other claim gets the slot before the transaction ends. A task is omitted if no slot is free at first sight: the
 * slots of its limit then have to be counted.
 */
export async function findFreeSlots(
  database: Database,
  transaction: Transaction,
  tasks: readonly Pick<TaskEntity, 'id' | 'slot_key'>[],
): Promise<Map<string, number>> {
  const limited = tasks.flatMap(({ id, slot_key: key }) => (key === null ? [] : [{ id, key }]));
  const found = new Map<string, number>();
  if (limited.length === 0) return found;
  const keys = [...Map.groupBy(limited, ({ key }) => key)].map(([key, own]) => ({
    key,
    type: parseMetaTaskId(key),
    count: own.length,
  }));
  const slots = Map.groupBy(
    await selectFreeSlots(database, transaction, keys),
    (slot) => slot.slot_key,
  );
  for (const { id, key } of limited) {
    const slot = slots.get(key)?.shift();
    if (slot !== undefined) found.set(id, slot.n);
  }
  return found;
}

async function selectFreeSlots(
  { kind }: Database,
  transaction: Transaction,
  keys: readonly { key: string; type: string; count: number }[],
): Promise<FreeSlot[]> {
  if (kind === 'postgres')
    return transaction.queryPrepared<FreeSlot>(
      `SELECT slot.slot_key, slot.n
       FROM json_to_recordset(CAST(? AS json)) AS wanted(key text, type text, count integer)
       CROSS JOIN LATERAL (${buildFreeSlotsSql('wanted.key', 'wanted.type')}
         ORDER BY n LIMIT wanted.count FOR UPDATE SKIP LOCKED) AS slot`,
      [JSON.stringify(keys)],
    );
  const slots: FreeSlot[] = [];
  for (const { key, type, count } of keys)
    slots.push(
      ...(await transaction.query<FreeSlot>(`${buildFreeSlotsSql('?', '?')} ORDER BY n LIMIT ?`, [
        key,
        type,
        key,
        type,
        count,
      ])),
    );
  return slots;
}

/** Assigns the found slots to running tasks. */
export async function holdSlots(
  database: Database,
  transaction: Transaction,
  rows: readonly Pick<TaskEntity, 'id' | 'project_id' | 'slot_key' | 'fence'>[],
  slots: ReadonlyMap<string, number>,
): Promise<void> {
  const held = rows.flatMap(({ id, project_id: project, slot_key: key, fence }) => {
    const n = slots.get(id);
    return n === undefined ? [] : [{ id, project, key, fence, n }];
  });
  if (held.length === 0) return;
  if (database.kind === 'postgres')
    await transaction.queryPrepared(
      `UPDATE concurrency_slots slot SET task_id = held.id, fence = held.fence, used_at = ${database.now}
       FROM json_to_recordset(CAST(? AS json)) AS held(id text, project text, key text, fence integer, n integer)
       WHERE slot.slot_key = held.key AND slot.n = held.n AND slot.project_id = held.project`,
      [JSON.stringify(held)],
    );
  else
    for (const { id, project, key, fence, n } of held)
      await transaction.query(
        `UPDATE concurrency_slots SET task_id = ?, fence = ?, used_at = ${database.now}
         WHERE slot_key = ? AND n = ? AND project_id = ?`,
        [id, fence, key, n, project],
      );
}

/** Adds the slot of a key with the lowest missing number, up to `most`; returns its number. */
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

/** Finds a free slot of a locked key, or adds one, up to `most`; returns its number, or null if all are taken. */
export async function findOrAddSlot(
  database: Database,
  transaction: Transaction,
  task: { taskId: string; slotKey: string },
  most: number,
): Promise<number | null> {
  const limit = Math.min(most, NO_LIMIT);
  const [free] = await transaction.query<{ n: number }>(
    `SELECT n FROM concurrency_slots WHERE slot_key = ? AND task_id IS NULL AND n <= ?
     ORDER BY n LIMIT 1 ${database.kind === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : ''}`,
    [task.slotKey, limit],
  );
  return free?.n ?? addSlot(database, transaction, task, limit);
}

/** Blocks the due tasks of a key: no server claims them until `unblock` releases them. */
export async function block(
  database: Database,
  transaction: Transaction,
  slotKey: string,
): Promise<void> {
  await transaction.query(
    `UPDATE tasks SET parked = 1 WHERE status = 'pending' AND id IN (
       SELECT id FROM tasks WHERE status = 'pending' AND parked = 0 AND slot_key = ?
         AND run_at <= ${database.now} LIMIT ${BATCH})`,
    [slotKey],
  );
}
