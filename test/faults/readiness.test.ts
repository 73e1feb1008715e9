import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { query } from '../support/postgres.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

interface Readiness {
  status: string;
  /** Missing if the token could not be looked up. */
  error?: { database?: { message: string } };
}

const NO_ANSWER = 'the database does not answer';

async function readiness(): Promise<[number, Readiness]> {
  const answer = await server.call<Readiness>('GET', '/health/ready');
  return [answer.status, answer.body];
}

/**
 * Makes the database read-only as on a standby in PostgreSQL. On SQLite, the file system rejects the server's writes.
 */
async function makeReadOnly(readOnly: boolean): Promise<void> {
  if (DATABASE === 'sqlite') {
    const most = readOnly ? '1024:unlimited' : 'unlimited:unlimited';
    execFileSync('/usr/bin/prlimit', ['--pid', String(server.pid), `--fsize=${most}`]);
    return;
  }
  const url = new URL(server.env['METARUN_DATABASE_URL'] ?? '');
  const name = url.pathname.slice(1);
  const admin = process.env['TEST_POSTGRES_URL'] ?? '';
  const value = readOnly ? 'on' : 'off';
  await query(admin, `ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
  await query(
    admin,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
}

it('a server with a read-only database is not ready, states why, and recovers once it can write', async () => {
  expect((await readiness())[0]).toBe(200);
  await makeReadOnly(true);
  // The connections were cut, so a first probe may get no answer.
  const body = await until('503 with the reason', async () => {
    const [status, found] = await readiness();
    const message = found.error?.database?.message ?? NO_ANSWER;
    return status === 503 && message !== NO_ANSWER && found;
  });
  expect(body).toMatchObject({
    status: 'error',
    error: {
      database: { status: 'down', message: expect.stringContaining('cannot be written: ') },
    },
  });
  const stranger = await server.call('GET', '/health/ready', { token: null });
  expect([stranger.status, stranger.body]).toEqual([503, { status: 'error' }]);
  await makeReadOnly(false);
  await until('200', async () => (await readiness())[0] === 200);
});
