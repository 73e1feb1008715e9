import { readFileSync } from 'node:fs';
import pg from 'pg';
import { startPostgres } from '../../test/support/embedded-postgres.ts';
import { createDatabase } from '../postgres.mjs';
import { cpuOfTree } from '../server.mjs';
import { createCaller, startService, stopProcess } from './processes.mjs';

/** Starts a service process with DBOS, and its PostgreSQL. */
export async function startDbos() {
  const postgres = await startPostgres();
  const database = await createDatabase(postgres.url);
  const { child, port } = await startService('dbos-service.mjs', { DATABASE_URL: database.url });
  const postmaster = await parentOfBackends(database.url);
  const caller = createCaller(`http://127.0.0.1:${port}`);
  return {
    name: 'DBOS',
    run: (kind) => caller.call(`/${kind}`, {}),
    cpu: () => cpuOfTree(child.pid) + cpuOfTree(postmaster),
    async stop() {
      caller.close();
      await stopProcess(child);
      await database.drop();
      await postgres.stop();
    },
  };
}

/** Returns the process id of the PostgreSQL postmaster; 0 if it does not run on this machine. */
async function parentOfBackends(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${rows[0].pid}/status`, 'utf8'))[1]);
  } catch {
    return 0;
  } finally {
    await client.end();
  }
}
