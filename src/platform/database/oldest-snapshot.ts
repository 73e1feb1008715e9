import type { Database } from './database.js';

/** The PostgreSQL transaction that keeps the oldest dead rows from being removed. */
export interface OldSnapshot {
  pid: number;
  /** Name of its program, and its state, as PostgreSQL reports them. */
  program: string;
  state: string;
  seconds: number;
}

/**
 * Returns the oldest transaction that keeps dead rows; null without one, and on SQLite. While it is open, every
 * look-up of due tasks scans the rows of all tasks that have run since.
 */
export async function oldestSnapshot(database: Database): Promise<OldSnapshot | null> {
  if (database.kind !== 'postgres') return null;
  const [row] = await database.query<OldSnapshot>(
    `SELECT pid, coalesce(application_name, '') AS program, coalesce(state, '') AS state,
       extract(epoch FROM clock_timestamp() - xact_start)::float8 AS seconds
     FROM pg_stat_activity
     WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
       AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
     ORDER BY xact_start LIMIT 1`,
  );
  return row ?? null;
}
