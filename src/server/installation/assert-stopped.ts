import { GuidedError } from '../../base/kernel/guided-error.js';
import type { Database } from '../../platform/database/database.js';
import { liveHosts } from '../../workflow/engine/workers/worker-rows.js';

/** Throws if servers use the PostgreSQL database. `docs`: the page that the error names. */
export async function assertStopped(database: Database, docs: string): Promise<void> {
  const live = await liveHosts(database, database);
  if (live.length === 0) return;
  throw new GuidedError(`Servers work on the database: ${live.join(', ')}.`, {
    code: 'server_running',
    fix: 'Stop them all, and try again. One that has died is forgotten after METARUN_LEASE_SECONDS.',
    docs,
  });
}
