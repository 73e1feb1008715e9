import type { Database } from '../../../platform/database/database.js';

/** Prolongs a worker's leases on its running tasks. Returns those that it still holds; a missing one has been lost. */
export async function renew(
  database: Database,
  workerId: string,
  taskIds: readonly string[],
  leaseMs: number,
): Promise<Map<string, { fence: number; cancelRequested: boolean }>> {
  if (taskIds.length === 0) return new Map();
  const rows = await database.execute<{
    id: string;
    fence: number;
    cancel_requested_at: number | null;
  }>(
    `UPDATE tasks SET lease_until = ${database.now} + ?
     WHERE status = 'running' AND worker_id = ?
       AND id IN (${taskIds.map(() => '?').join(', ')})
     RETURNING id, fence, cancel_requested_at`,
    [leaseMs, workerId, ...taskIds],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      { fence: row.fence, cancelRequested: row.cancel_requested_at !== null },
    ]),
  );
}
