import type { Database, Transaction } from '../../../platform/database/database.js';
import { LANES } from '../queue/lane.js';

/** Shortest jump of the clock that is corrected, in ms: a shorter one is waited out. */
const LEAST_MS = 1_000;
/** Time within which a due row is processed, in ms. */
const SLACK_MS = 5_000;

/** A server's knowledge of the database's clock. */
export interface ClockReading {
  /** Time that the clock should show by this server's monotonic clock, in ms; 0 if unknown. */
  expected: number;
  /** Number of known jumps of the clock when `expected` was computed. */
  jumps: number;
}

/**
 * Reads the database's clock. If it was set back since a server last read it, moves all awaited times back as far, once
 * for all servers. Returns its time, and the size of the jump in ms: 0 if there was none.
 */
export function followClock(
  database: Database,
  reading: ClockReading,
): Promise<{ at: number; jumps: number; backMs: number }> {
  return database.write(async (transaction) => {
    const [row] = await transaction.query<{ highest: number; set_back: number; at: number }>(
      `INSERT INTO clocks (name, highest) VALUES ('database', ${database.now})
       ON CONFLICT (name) DO UPDATE SET highest = clocks.highest
       RETURNING highest, set_back, ${database.now} AS at`,
    );
    if (!row) throw new Error('the database returned no time');
    const { at, set_back: jumps } = row;
    // If another server has corrected the jump in the meantime, the expected time no longer holds.
    const before = jumps === reading.jumps ? Math.max(row.highest, reading.expected) : row.highest;
    const backMs = before - at < LEAST_MS ? 0 : before - at;
    if (backMs > 0) await moveBack(transaction, at, before);
    await transaction.query(
      `UPDATE clocks SET highest = ?, set_back = set_back + ? WHERE name = 'database'`,
      [backMs > 0 ? at : Math.max(at, row.highest), backMs > 0 ? 1 : 0],
    );
    return { at, jumps: jumps + (backMs > 0 ? 1 : 0), backMs };
  });
}

/**
 * Moves future times back as far as the clock was set back, from `before` to `at`. Times that a user has set stay:
 * `run_at` of tasks, the ticks of schedules.
 */
async function moveBack(transaction: Transaction, at: number, before: number): Promise<void> {
  const by = before - at;
  // Times that were awaited at the jump lie after it; times set since then mostly lie before.
  const since = before - SLACK_MS;
  const ready = LANES.map((lane) => `parked = 0 AND lane = '${lane}'`);
  for (const pending of [...ready, 'parked = 1 AND slot_key IS NOT NULL'])
    await transaction.query(
      `UPDATE tasks SET run_at = run_at - ?, deadline_at = deadline_at - ?
       WHERE status = 'pending' AND ${pending} AND run_at > ?
         AND (attempt > 0 OR run_at <= created_at + ${LEAST_MS})`,
      [by, by, at],
    );
  // The conditions are worded as in the partial indexes.
  const times: [table: string, column: string, which: string, after: number][] = [
    // The operation that loses or releases the task does not change this time.
    ['tasks', 'run_at', `status = 'running'`, at],
    ['tasks', 'wake_at', `status = 'waiting'`, since],
    ['tasks', 'lease_until', `status = 'running'`, since],
    ['workers', 'lease_until', 'gone = FALSE', since],
    ['keepers', 'lease_until', 'lease_until > 0', since],
    [
      'tasks',
      'deadline_at',
      `finished_at IS NULL AND deadline_at IS NOT NULL AND status <> 'pending'`,
      since,
    ],
    ['task_steps', 'wake_at', `status = 'waiting'`, since],
    ['approvals', 'expires_at', `status = 'pending'`, since],
    ['webhook_deliveries', 'next_attempt_at', `status = 'pending'`, at],
    ['conversion_jobs', 'due_at', 'due_at IS NOT NULL', at],
  ];
  for (const [table, column, which, after] of times)
    await transaction.query(
      `UPDATE ${table} SET ${column} = ${column} - ? WHERE ${which} AND ${column} > ?`,
      [by, after],
    );
}
