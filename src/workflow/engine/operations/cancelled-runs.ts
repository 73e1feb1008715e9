import type { Database } from '../../../platform/database/database.js';

/** Returns the ids of tasks that a server runs and for which a cancel is requested. */
export async function cancelledRuns(database: Database, workerId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM tasks WHERE status = 'running' AND worker_id = ? AND cancel_requested_at IS NOT NULL`,
    [workerId],
  );
  return rows.map(({ id }) => id);
}
