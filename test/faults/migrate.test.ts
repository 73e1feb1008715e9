/** Tests `metarun migrate`, and servers that leave migrations to it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { createDatabase } from '../support/postgres.js';
import { CLI, MODULES, startServerProcess } from '../support/server-process.js';
import { sql } from '../support/sql.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** Migration that test/support/newer-release.mjs adds. */
const NEWER = 'Newer1700000009999';
const OUTDATED = 4;
const folder = mkdtempSync(join(tmpdir(), 'metarun-migrate-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of this or the newer release to its end. A server that has started is stopped by a signal. */
function metarun(env: Record<string, string>, program: string, ...args: string[]): Promise<Ended> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: { PATH: process.env['PATH'] ?? '', METARUN_PORT: '0', ...env } },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdout?.on('data', (text: string) => {
      if (text.includes('serves http')) child.kill('SIGTERM');
    });
  });
}

it('metarun migrate upgrades the older tables that a start with METARUN_MIGRATE=off refuses', async () => {
  const server = await startServerProcess();
  try {
    const load = { NODE_OPTIONS: `--import ${resolve('test/support/newer-release.mjs')}` };
    const newer = (...args: string[]): Promise<Ended> =>
      metarun({ ...server.env, METARUN_MIGRATE: 'off', ...load }, MODULES, ...args);
    const current = await metarun(server.env, CLI, 'migrate', '--check', '--json');
    expect([current.code, JSON.parse(current.stdout)]).toEqual([
      0,
      { ok: true, database: DATABASE, made: [], missing: [], breaking: [], servers: [] },
    ]);
    const checked = await newer('migrate', '--check', '--json');
    expect([checked.code, JSON.parse(checked.stdout)]).toEqual([
      OUTDATED,
      {
        ok: false,
        database: DATABASE,
        made: [],
        missing: [NEWER],
        breaking: [NEWER],
        servers: DATABASE === 'postgres' ? [expect.stringMatching(/ \(\d+\.\d+\.\d+\)$/)] : [],
      },
    ]);
    const beside = await newer('migrate');
    expect([beside.code, beside.stdout]).toEqual([1, '']);
    expect(beside.stderr).toContain(
      DATABASE === 'postgres'
        ? 'A server of another release runs'
        : 'Another metarun server is using',
    );
    await server.end('SIGTERM');

    const refused = await newer('serve');
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain(`1 migration is missing, the last is ${NEWER}`);
    expect(refused.stderr).toContain('run `metarun migrate` with the same settings');
    expect((await newer('migrate', '--check')).stdout).toContain(`  ${NEWER}  breaking\n`);
    expect(await sql(server, `SELECT name FROM schema_marks WHERE name = '${NEWER}'`)).toEqual([]);

    expect(await newer('migrate')).toMatchObject({
      code: 0,
      stdout: `Made 1 migration:\n  ${NEWER}\nThe tables are up to date.\n`,
    });
    expect((await newer('migrate', '--json')).stdout).toContain('"made": []');
    expect((await newer('serve')).stdout).toContain('serves http');
    // This release does not know the migration.
    const older = await metarun(server.env, CLI, 'migrate', '--check');
    expect([older.code, older.stdout]).toEqual([1, '']);
    expect(older.stderr).toContain(`changed by a newer metarun (${NEWER})`);
  } finally {
    await server.stop();
  }
});

it('metarun migrate creates the tables of an empty database, and --check creates nothing', async () => {
  const database = DATABASE === 'postgres' ? await createDatabase() : null;
  const dataDir = join(folder, 'data');
  const env = {
    METARUN_DATA_DIR: dataDir,
    METARUN_MIGRATE: 'off',
    ...(database === null ? {} : { METARUN_DATABASE_URL: database.url }),
  };
  try {
    const nowhere = { ...env, METARUN_DATA_DIR: join(folder, 'nowhere') };
    expect((await metarun(nowhere, CLI, 'migrate', '--check')).code).toBe(OUTDATED);
    expect(existsSync(nowhere.METARUN_DATA_DIR)).toBe(false);
    const { code, stderr } = await metarun(env, CLI, 'serve');
    expect([code, stderr]).toEqual([1, expect.stringContaining('migrations are missing')]);
    const both = await metarun(env, CLI, 'migrate', '--check', '--upgrade-now');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('changes nothing')]);
    const made = await metarun(env, CLI, 'migrate', '--json');
    expect((JSON.parse(made.stdout) as { made: string[] }).made).toContain('Database1700000000001');
    expect(existsSync(join(dataDir, 'metarun.db'))).toBe(DATABASE === 'sqlite');
    expect((await metarun(env, CLI, 'serve')).stdout).toContain('export TOKEN=');
  } finally {
    await database?.drop();
  }
});
