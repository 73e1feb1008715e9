import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { refusedStart } from '../support/cli.js';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { freePort, listens } from '../support/ports.js';
import { createDatabase } from '../support/postgres.js';
import { NO_OP } from '../support/scripts.js';
import { startServerProcess } from '../support/server-process.js';
import { createMetaTask, createTasks, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

/** Returns the settings that all servers of the installation share. */
const settings = (): Record<string, string> => ({
  METARUN_DATA_DIR: join(folder, 'data'),
  METARUN_DATABASE_URL: behind,
});

let database: Awaited<ReturnType<typeof createDatabase>>;
let folder = '';
let pooler: ChildProcess;
let behind = '';
beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'metarun-pooler-'));
  await chmod(folder, 0o755);
  const { hostname, port, username, password, pathname } = new URL(database.url);
  const own = await freePort();
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 20',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`);
  // PgBouncer refuses to run as root.
  pooler = spawn('pgbouncer', ['-u', 'nobody', file], { stdio: 'ignore' });
  await until('the pooler to listen', () => listens(own), AT_ONCE_MS);
  behind = `postgres://${username}@127.0.0.1:${own}${pathname}`;
});
afterAll(async () => {
  const exited = once(pooler, 'exit');
  pooler.kill('SIGKILL');
  await exited;
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('a server behind PgBouncer requires the direct address of PostgreSQL and reports that', async () => {
  const refused = await refusedStart(settings());
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('Set METARUN_DATABASE_DIRECT_URL to the address of PostgreSQL'),
  ]);
});

it('two servers behind PgBouncer run tasks and prepare no statements', async () => {
  const first = await startServerProcess({
    ...settings(),
    METARUN_DATABASE_DIRECT_URL: database.url,
    METARUN_DATABASE_TIMEOUT_SECONDS: '5',
  });
  const second = await startServerProcess(first.env);
  expect(first.output.stderr).toContain('Statements are not prepared');
  expect(first.output.stderr).toContain('The pooler accepts no settings with a connection');
  const noop = await createMetaTask(first, 'typescript', NO_OP.typescript);
  const ids = [
    ...(await createTasks(first, [noop], 50)),
    ...(await createTasks(second, [noop], 50)),
  ];
  for (const id of ids)
    expect((await taskWhen(second, id, undefined, AT_ONCE_MS)).status).toBe('success');
  const ready = await second.call('GET', '/health/ready');
  expect(ready.body).toMatchObject({ status: 'ok', details: { bus: { servers: 2 } } });
  await second.end('SIGTERM');
  await first.stop();
});
