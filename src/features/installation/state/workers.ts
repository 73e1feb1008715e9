import type { Database } from '../../../platform/database/database.js';
import { MAX_WORKERS, type Worker } from './installation-state.js';
import type { PresentServer } from './presence.service.js';

interface LeaseRow {
  id: string;
  running: number;
  until: number;
  at: number;
}

/** Returns the servers that are there, with the tasks that they run; behind them those that hold leases alone, as an older version does. */
export async function listWorkers(
  database: Database,
  leaseMs: number,
  servers: readonly PresentServer[],
): Promise<Worker[]> {
  const rows = await database.query<LeaseRow>(
    `SELECT worker_id AS id, COUNT(*) AS running, MAX(lease_until) AS until, ${database.now} AS at
     FROM tasks WHERE status = 'running' AND worker_id IS NOT NULL GROUP BY worker_id
     ORDER BY until DESC LIMIT ${MAX_WORKERS}`,
  );
  const leases = new Map(rows.map((row) => [row.id, row]));
  const present = servers.map(({ id, facts, seenAt, alive }, index) => ({
    id,
    self: index === 0,
    alive,
    facts,
    running: Number(leases.get(id)?.running ?? 0),
    seenAt,
  }));
  const known = new Set(servers.map(({ id }) => id));
  const others = rows
    .filter(({ id }) => !known.has(id))
    .map(({ id, running, until, at }) => ({
      id,
      self: false,
      alive: Number(until) > Number(at),
      facts: null,
      running: Number(running),
      seenAt: Number(until) - leaseMs,
    }));
  return [...present, ...others].slice(0, MAX_WORKERS);
}
