import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, callerOf, newInstallation, type TestServer } from './server.js';
import { sql } from './sql.js';
import { TASKS } from './tasks.js';

declare const DATABASE: 'sqlite' | 'postgres';

const KEEPER = join(import.meta.dirname, 'shared-server-keeper.mjs');

/** A server as the files of a worker see it. */
interface Shared {
  url: string;
  pid: number;
  env: Record<string, string>;
}

/**
 * A new project "default" on a server with default settings, which the test files of a worker use one after the other: a
 * start takes longer than most of them. It is for files that ask nothing of the server as a whole: its process, its
 * settings, its metrics, its list of projects.
 */
export async function sharedServer(): Promise<TestServer> {
  const shared = (await running()) ?? (await start());
  const { url, pid, env } = shared;
  const { METARUN_ADMIN_TOKEN: adminToken = '', METARUN_DATA_DIR: dataDir = '' } = env;
  await sql(
    { dataDir, env },
    `UPDATE projects SET slug = 'left-' || id, name = 'Left' WHERE slug = 'default'`,
  );
  const made = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await call<Body>(url, 'POST', path, { token: adminToken, body });
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  await made('/projects', { name: 'Default', slug: 'default' });
  const { key: apiKey } = await made<{ key: string }>('/projects/default/api-keys', {
    name: 'tests',
  });
  return {
    url,
    pid,
    env,
    adminToken,
    apiKey,
    dataDir,
    output: { stdout: '', stderr: '' },
    call: callerOf(() => url, adminToken, apiKey),
    restart: () => Promise.reject(new Error('a shared server is not restarted')),
    end: () => Promise.reject(new Error('a shared server is not ended')),
    stop: () => cancelAll(url, apiKey),
  };
}

/** Where a worker remembers its server: nothing of a file's modules outlives it. */
function statePath(): string {
  return join(tmpdir(), `metarun-shared-${process.pid}-${DATABASE}.json`);
}

/** The server of this worker, unless there is none yet. */
async function running(): Promise<Shared | null> {
  if (!existsSync(statePath())) return null;
  const shared = JSON.parse(readFileSync(statePath(), 'utf8')) as Shared;
  const token = shared.env['METARUN_ADMIN_TOKEN'] ?? '';
  // Another process may have had this id.
  const answer = await call(shared.url, 'GET', '/auth/me', { token }).catch(() => null);
  return answer?.status === 200 ? shared : null;
}

async function start(): Promise<Shared> {
  const { settings } = await newInstallation({});
  const { METARUN_DATA_DIR: dataDir = '', METARUN_DATABASE_URL: database } = settings;
  const keeper = fork(
    KEEPER,
    [
      statePath(),
      dataDir,
      ...(database === undefined ? [] : [database, process.env['TEST_POSTGRES_URL'] ?? '']),
    ],
    { env: settings, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const [message] = (await once(keeper, 'message')) as [
    { url: string; pid: number; error?: string },
  ];
  if (message.error !== undefined) throw new Error(`the server did not start: ${message.error}`);
  // It lives as long as this worker, which it does not keep alive.
  keeper.unref();
  keeper.channel?.unref();
  const shared = { url: message.url, pid: message.pid, env: settings };
  // It prints its address before the first project is stored, and answers afterwards.
  const { METARUN_ADMIN_TOKEN: token = '' } = settings;
  await call(shared.url, 'GET', '/auth/me', { token });
  writeFileSync(statePath(), JSON.stringify(shared));
  return shared;
}

/** Ends what a file has left running, for the slots of the next one. */
async function cancelAll(url: string, token: string): Promise<void> {
  for (const status of ['pending', 'running', 'waiting']) {
    const path = `${TASKS}?status=${status}&limit=100`;
    const { body } = await call<{ id: string }[]>(url, 'GET', path, { token });
    for (const { id } of body) await call(url, 'POST', `${TASKS}/${id}/cancel`, { token });
  }
}
