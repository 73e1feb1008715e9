import { columnsOf, type Transaction } from '../../../platform/database/transaction.js';
import { ALONE, type GroupKind } from '../../../platform/database/write-groups.js';
import type { TaskHint } from '../dispatch/dispatcher.js';
import { slotReleased } from '../state/messages.js';
import { metaTaskIdOf } from '../state/slot-key.js';
import { TaskEntity } from '../state/task.entity.js';
import type { Transitions } from '../state/transitions.js';
import { claim, claimable, claimed, claimValues, type Worker } from './claim.js';
import { freeSlotsOf } from './take-slot.js';

/** The hint of a task under a concurrency limit. */
export type LimitedHint = TaskHint & { slotKey: string };

interface Slot {
  slot_key: string;
  n: number;
}

/**
 * Returns the kind of the claims of tasks under limits that go together: each with a slot of its own. What finds no slot is claimed
 * alone, and blocked there.
 */
export function limitedClaims(
  transitions: Transitions,
  worker: Worker,
): GroupKind<LimitedHint, TaskEntity | null> {
  return {
    name: 'take limited',
    alone: (hint) => claim(transitions, hint, worker),
    together: async (transaction, hints) => {
      const slots = Map.groupBy(await findSlots(transaction, hints), (slot) => slot.slot_key);
      const places = new Map<string, Slot>();
      for (const { taskId, slotKey } of hints) {
        const slot = places.has(taskId) ? undefined : slots.get(slotKey)?.shift();
        if (slot !== undefined) places.set(taskId, slot);
      }
      if (places.size === 0) return hints.map(() => ALONE);
      const rows = await takeThese(transitions, transaction, [...places.keys()], worker);
      await holdSlots(transitions, transaction, rows, places);
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const row of rows) transitions.status(transaction, row);
      return hints.map(({ taskId }) => {
        const row = byId.get(taskId);
        byId.delete(taskId);
        return row ?? ALONE;
      });
    },
  };
}

function findSlots(transaction: Transaction, hints: readonly LimitedHint[]): Promise<Slot[]> {
  const keys = Map.groupBy(hints, ({ slotKey }) => slotKey);
  const wanted = [...keys].map(([key, own]) => ({
    key,
    type: metaTaskIdOf(key),
    count: own.length,
  }));
  return transaction.queryPrepared<Slot>(
    `SELECT slot.slot_key, slot.n
     FROM json_to_recordset(CAST(? AS json)) AS wanted(key text, type text, count integer)
     CROSS JOIN LATERAL (${freeSlotsOf('wanted.key', 'wanted.type')}
       ORDER BY n LIMIT wanted.count FOR UPDATE SKIP LOCKED) AS slot`,
    [JSON.stringify(wanted)],
  );
}

/** Claims these. What is held elsewhere is passed over, so that no claim waits for another one. */
function takeThese(
  { database: { now } }: Transitions,
  transaction: Transaction,
  ids: readonly string[],
  worker: Worker,
): Promise<TaskEntity[]> {
  return transaction.queryPrepared<TaskEntity>(
    `WITH asked AS MATERIALIZED (
       SELECT id FROM tasks WHERE id = ANY(ARRAY(SELECT json_array_elements_text(CAST(? AS json))))
         AND slot_key IS NOT NULL AND ${claimable(now)} FOR UPDATE SKIP LOCKED)
     UPDATE tasks SET ${claimed(now)} FROM asked WHERE tasks.id = asked.id AND status = 'pending' RETURNING ${columnsOf(transaction, TaskEntity)}`,
    [JSON.stringify(ids), ...claimValues(worker)],
  );
}

async function holdSlots(
  transitions: Transitions,
  transaction: Transaction,
  rows: readonly TaskEntity[],
  places: ReadonlyMap<string, Slot>,
): Promise<void> {
  const held = rows.map(({ id, fence }) => ({ ...places.get(id), id, fence }));
  if (held.length > 0)
    await transaction.queryPrepared(
      `UPDATE concurrency_slots slot SET task_id = held.id, fence = held.fence, used_at = ${transitions.database.now}
       FROM json_to_recordset(CAST(? AS json)) AS held(slot_key text, n integer, id text, fence integer)
       WHERE slot.slot_key = held.slot_key AND slot.n = held.n`,
      [JSON.stringify(held)],
    );
  // Another claim may have passed over a slot that is not used after all.
  const used = new Set(rows.map(({ id }) => id));
  const unused = [...places].filter(([taskId]) => !used.has(taskId));
  for (const slotKey of new Set(unused.map(([, slot]) => slot.slot_key)))
    transitions.publish(transaction, slotReleased, { slotKey });
}
