import { sent } from './http.js';
import { call, createCaller, newInstallation, type TestServer } from './server.js';
import { type Kept, keptServer, startKept } from './server-host.js';
import { sql } from './sql.js';
import { TASKS } from './tasks.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** Scripts and webhooks may contact servers of tests. */
const SETTINGS = { METARUN_NETWORK_RANGES: '127.0.0.1/32' };

/**
 * Provides a new project "default" on a server that the test files of a worker use one after the other, as starting one
 * takes longer than most files. Tests must not depend on the server as a whole: its process, settings, metrics or list
 * of projects. The settings `given` should be used by several files.
 */
export async function sharedServer(given: Record<string, string> = {}): Promise<TestServer> {
  const settings = { ...SETTINGS, ...given };
  const name = [DATABASE, ...Object.entries(settings).flat()].join(' ');
  const { url, env } = (await keptServer(name)) ?? (await start(name, settings));
  const { METARUN_ADMIN_TOKEN: adminToken = '', METARUN_DATA_DIR: dataDir = '' } = env;
  const installation = { dataDir, env };
  await sql(
    installation,
    `UPDATE projects SET slug = 'left-' || id, name = 'Left' WHERE slug = 'default'`,
  );
  // Commands find users by name, and earlier files may have used the same names.
  await sql(
    installation,
    `UPDATE users SET name = 'left-' || id, is_admin = FALSE WHERE name <> 'admin'`,
  );
  const admin = { call: createCaller(() => url, adminToken, '') };
  await sent(admin, 'POST', '/projects', { name: 'Default', slug: 'default' });
  const keys = '/projects/default/api-keys';
  const { key: apiKey } = await sent<{ key: string }>(admin, 'POST', keys, { name: 'tests' });
  return {
    url,
    env,
    adminToken,
    apiKey,
    dataDir,
    call: createCaller(() => url, adminToken, apiKey),
    stop: () => cancelAll(url, apiKey),
  };
}

async function start(name: string, given: Record<string, string>): Promise<Kept> {
  const { settings } = await newInstallation(given);
  return startKept(name, settings);
}

/** Cancels the tasks that a file has left, so that their slots are free for the next one. */
async function cancelAll(url: string, token: string): Promise<void> {
  for (const status of ['pending', 'running', 'waiting']) {
    const path = `${TASKS}?status=${status}&limit=100`;
    const { body } = await call<{ id: string }[]>(url, 'GET', path, { token });
    for (const { id } of body) await call(url, 'POST', `${TASKS}/${id}/cancel`, { token });
  }
}
