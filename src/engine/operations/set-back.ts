import type { Database, Transaction } from '../../database/database.js';

/** Less than this is no jump, ms: it is waited for. */
const LEAST_MS = 1_000;
/** What waits for a time is dealt with by so many ms after it. */
const SLACK_MS = 5_000;

/** What a server knows of the database's clock. */
export interface ClockReading {
  /** What it should show by now, by this server's monotonic clock; 0 where that is not known. ms */
  expected: number;
  /** How often it had been found to be set back when that was worked out. */
  jumps: number;
}

/**
 * Looks at the database's clock, which may have been set back since some server looked last; then everything that waits
 * for a time is moved back as far, once for all servers. Gives what it shows, and how far it was set back: 0 = it was not.
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
    if (!row) throw new Error('the database tells no time');
    const { at, set_back: jumps } = row;
    // Where another server has found it out in the meantime, what was expected no longer holds.
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
 * Moves back what is to come by the time that the clock was set back from `before` to `at`. Times that somebody has named
 * stay: a task's `run_at`, the ticks of schedules.
 */
async function moveBack(transaction: Transaction, at: number, before: number): Promise<void> {
  const by = before - at;
  // What was waited for at the time of the jump lay after it; what has begun since mostly lies before.
  const since = before - SLACK_MS;
  for (const pending of ['parked = 0', 'parked = 1 AND slot_key IS NOT NULL'])
    await transaction.query(
      `UPDATE tasks SET run_at = run_at - ?, deadline_at = deadline_at - ?
       WHERE status = 'pending' AND ${pending} AND run_at > ?
         AND (attempt > 0 OR run_at <= created_at + ${LEAST_MS})`,
      [by, by, at],
    );
  // In the words of their partial indexes.
  const times: [table: string, column: string, which: string, after: number][] = [
    // Whoever loses it or gives it back leaves this time as it is.
    ['tasks', 'run_at', `status = 'running'`, at],
    ['tasks', 'wake_at', `status = 'waiting'`, since],
    ['tasks', 'lease_until', `status = 'running'`, since],
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
