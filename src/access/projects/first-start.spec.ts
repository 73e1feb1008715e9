import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readServerConfig } from '../../server/core/config.js';
import { allTables } from '../../server/core/tables.js';
import { Database } from '../../platform/database/database.js';
import { sqliteDataSource } from '../../platform/database/data-source.js';
import { migrate } from '../../platform/database/schema-safety.js';
import { hashSecret } from '../auth/secrets.js';
import { type FirstCredentials, FirstStart } from './first-start.service.js';

const PRESETS = {
  METARUN_ADMIN_TOKEN: `mrt_${'a'.repeat(40)}`,
  METARUN_API_KEY: `mrk_${'k'.repeat(40)}`,
};

let database: Database;

beforeEach(async () => {
  const source = await sqliteDataSource(':memory:', allTables()).initialize();
  await migrate(source);
  database = new Database(source, source);
});
afterEach(() => database.close());

/** Starts the server and returns the credentials that it prints. */
async function start(env: Record<string, string> = {}): Promise<FirstCredentials | null> {
  let shown: FirstCredentials | null = null;
  await new FirstStart(database, readServerConfig(env)).bootstrap(async (first) => {
    shown = first;
  });
  return shown;
}

async function count(table: string, secret: string): Promise<number> {
  return (await database.query(`SELECT id FROM ${table} WHERE hash = ?`, [hashSecret(secret)]))
    .length;
}

it('only the first start creates random credentials', async () => {
  const first = await start();
  expect(first?.adminToken).toMatch(/^mrt_[\w-]{43}$/);
  expect(first?.apiKey).toMatch(/^mrk_[\w-]{43}$/);
  expect(first?.loginCode).toMatch(/^mrc_[\w-]{43}$/);
  expect(await start()).toBeNull();
  expect(await database.query('SELECT name, is_admin FROM users')).toEqual([
    { name: 'admin', is_admin: 1 },
  ]);
  expect(await database.query('SELECT name, kind, is_default FROM workspaces')).toEqual([
    { name: 'default', kind: 'files', is_default: 1 },
  ]);
});

it('credentials that could not be shown are not stored', async () => {
  const first = new FirstStart(database, readServerConfig({}));
  const failed = first.bootstrap(() => Promise.reject(new Error('no terminal')));
  await expect(failed).rejects.toThrow('no terminal');
  expect(await start()).not.toBeNull();
});

it('the first start stores no credential in plain text', async () => {
  const first = await start();
  const rows = [
    await database.query('SELECT * FROM api_keys'),
    await database.query('SELECT * FROM access_tokens'),
    await database.query('SELECT * FROM login_codes'),
  ];
  expect(JSON.stringify(rows)).not.toContain(first?.apiKey);
  expect(JSON.stringify(rows)).not.toContain(first?.adminToken);
  expect(JSON.stringify(rows)).not.toContain(first?.loginCode);
});

it('the first start uses preset credentials and issues no login code', async () => {
  expect(await start(PRESETS)).toEqual({
    adminToken: PRESETS.METARUN_ADMIN_TOKEN,
    apiKey: PRESETS.METARUN_API_KEY,
    // Preset credentials need no login code in the output.
    loginCode: null,
  });
});

it('a later start adds new preset credentials exactly once', async () => {
  await start();
  expect(await start(PRESETS)).toBeNull();
  await start(PRESETS);
  expect(await count('access_tokens', PRESETS.METARUN_ADMIN_TOKEN)).toBe(1);
  expect(await count('api_keys', PRESETS.METARUN_API_KEY)).toBe(1);
});

it('a revoked preset stops the start with an error that names its variable', async () => {
  await start(PRESETS);
  await database.execute('UPDATE api_keys SET revoked_at = 1');
  await expect(start(PRESETS)).rejects.toThrow('METARUN_API_KEY');
});

it('only one of two concurrent first starts gives credentials', async () => {
  const both = await Promise.all([start(), start()]);
  expect(both.filter((one) => one !== null)).toHaveLength(1);
});
