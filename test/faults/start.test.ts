import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { chmod, chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SETTINGS } from '../../src/server/core/config.js';
import { refusedStart } from '../support/cli.js';
import { createDatabase } from '../support/postgres.js';
import { call, newInstallation } from '../support/server.js';
import {
  CLI,
  reasonOfRefusal,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.js';
import { TASKS } from '../support/tasks.js';

declare const DATABASE: 'sqlite' | 'postgres';

const NOBODY = 65_534;
const SECRET = 'hunter2hunter2hunter2';

let folder: string;
let env: Record<string, string>;
let drop: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metarun-start-'));
  env = { METARUN_DATA_DIR: join(folder, 'data') };
  if (DATABASE === 'sqlite') return;
  const database = await createDatabase();
  drop = database.drop;
  env['METARUN_DATABASE_URL'] = database.url;
});
afterAll(async () => {
  await drop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the error messages of a refused start, one line per error without a stack. */
async function refusal(more: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await refusedStart({ ...env, ...more });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^metarun: /m);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).not.toContain(SECRET);
  return stderr;
}

/** Starts a server as an ordinary user with `dataDir`, which requires root; rejects if the start is refused. */
function startAsOrdinaryUser(dataDir: string): Promise<unknown> {
  return promisify(execFile)(process.execPath, [CLI, 'serve'], {
    uid: NOBODY,
    gid: NOBODY,
    env: { ...env, METARUN_DATA_DIR: dataDir, METARUN_PORT: '0' },
  });
}

describe('a data folder of a server', () => {
  let used: string;
  let server: ServerProcess;
  beforeAll(async () => {
    used = await mkdtemp(join(tmpdir(), 'metarun-used-'));
    await chmod(used, 0o755);
    server = await startServerProcess({ METARUN_DATA_DIR: used });
    await server.end('SIGTERM');
  });
  afterAll(async () => {
    await server.stop();
    await rm(used, { recursive: true, force: true });
  });

  it('a data folder that is open to others is closed to them, with a log entry', async () => {
    expect((await stat(used)).mode & 0o777).toBe(0o700);
    expect(server.output.stderr).toContain('"mode":"0755"');
    expect(server.output.stderr).toContain('the data folder was open to others');
  });

  if (process.getuid?.() === 0 && DATABASE === 'sqlite')
    it('a start with a database file that the server cannot write is refused, naming the file', async () => {
      const place = await mkdtemp(join(tmpdir(), 'metarun-read-only-'));
      await cp(used, place, { recursive: true });
      await promisify(execFile)('chown', ['-R', String(NOBODY), place]);
      await chown(join(place, 'metarun.db'), 0, 0);
      await chmod(join(place, 'metarun.db'), 0o444);
      await expect(startAsOrdinaryUser(place)).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^metarun: \S+metarun\.db cannot be written: [^\n]+\n$/),
      });
      await rm(place, { recursive: true, force: true });
    });

  it('a corrupt SQLite file is refused on SQLite and ignored on PostgreSQL', async () => {
    const broken = join(folder, 'broken');
    await cp(used, broken, { recursive: true });
    await writeFile(join(broken, 'metarun.db'), 'x'.repeat(100_000));
    if (DATABASE === 'sqlite')
      expect(await refusal({ METARUN_DATA_DIR: broken })).toMatch(/metarun\.db/);
    else {
      const other = await startServerProcess({ ...server.env, METARUN_DATA_DIR: broken });
      expect((await other.call('GET', '/projects/default')).status).toBe(200);
      await other.end('SIGTERM');
    }
  });
});

if (process.getuid?.() === 0)
  it("another user's data folder that is open to others is refused, with its mode", async () => {
    // As root, the server would close the folder itself; an ordinary user cannot.
    const open = await mkdtemp(join(tmpdir(), 'metarun-open-'));
    await chmod(open, 0o777);
    await expect(startAsOrdinaryUser(open)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('which others than its owner can enter (mode 0777)'),
    });
    await rm(open, { recursive: true, force: true });
  });

describe('a start is refused', () => {
  it('a refused start names every faulty variable and the allowed values', async () => {
    const said = await refusal({
      METARUN_PORT: '99999',
      METARUN_LOG_LEVEL: 'loud',
      METARUN_API_KEY: SECRET,
      METARUN_DATABASE_URL: `mysql://root:${SECRET}@localhost/x`,
      METARUN_CONCURENCY: SECRET,
    });
    expect(said).toContain('METARUN_PORT is "99999"; allowed: a whole number from 0 to 65535');
    expect(said).toContain('METARUN_LOG_LEVEL is "loud"; allowed: one of debug, info');
    expect(said).toContain('METARUN_API_KEY is (hidden); allowed: mrk_');
    expect(said).toContain('METARUN_DATABASE_URL is (hidden); allowed: postgres://');
    expect(said).toContain('METARUN_CONCURENCY is not a setting');
  });

  it('a start is refused when the data folder cannot be created', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await refusal({ METARUN_DATA_DIR: file })).toContain('METARUN_DATA_DIR');
    expect(await refusal({ METARUN_DATA_DIR: join(file, 'below') })).toContain('METARUN_DATA_DIR');
  });

  it('a start is refused when no database answers', async () => {
    // Both addresses of this name refuse connections.
    const said = await refusal({ METARUN_DATABASE_URL: `postgres://u:${SECRET}@localhost:1/x` });
    expect(said).toContain('METARUN_DATABASE_URL');
    expect(said).toMatch(/ECONNREFUSED/);
  });

  // Without bubblewrap, the sandbox itself needs Python.
  it('a start without Python and without a sandbox is refused', async () => {
    const settings = { METARUN_PYTHON: '/nonexistent/python', METARUN_SANDBOX: 'namespaces' };
    expect(await refusal(settings)).toContain('/nonexistent/python');
  });

  it('a start with too few open files for a single run is refused, with what to do', async () => {
    const within = ['/bin/sh', '-c', 'ulimit -n 64; exec "$@"', 'sh'];
    const starting = startServerProcess({}, undefined, CLI, undefined, within);
    expect(await reasonOfRefusal(starting)).toMatch(/may have 64 files open, .*`ulimit -n`/);
  });

  if (DATABASE === 'sqlite')
    it('a start as a worker is refused on SQLite', async () => {
      const said = await refusal({ METARUN_ROLE: 'worker' });
      expect(said).toContain('METARUN_ROLE is "worker", but METARUN_DATABASE_URL is not set');
    });
});

describe('the credentials of a first start', () => {
  /** Returns settings without preset credentials. */
  async function installation(): Promise<{
    settings: Record<string, string>;
    remove: () => Promise<void>;
  }> {
    const { settings, remove } = await newInstallation({});
    const { METARUN_ADMIN_TOKEN: _token, METARUN_API_KEY: _key, ...others } = settings;
    return { settings: others, remove };
  }

  /** Starts and stops a server that must print working initial credentials. */
  async function expectCredentials(settings: Record<string, string>): Promise<void> {
    const child = spawn(process.execPath, [CLI, 'serve', '--json'], { env: settings });
    child.stderr.resume();
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const welcome = JSON.parse(line) as Record<string, string>;
      const { url, admin_token: token, api_key: key, dashboard } = welcome;
      expect(token).toMatch(/^mrt_/);
      expect(key).toMatch(/^mrk_/);
      const me = await call(`${url}`, 'GET', '/auth/me', { token: `${token}` });
      expect(me.status).toBe(200);
      expect((await call(`${url}`, 'GET', TASKS, { token: `${key}` })).status).toBe(200);
      const [page, code] = `${dashboard}`.split('#code=');
      expect(page).toBe(`${url}/ui/login`);
      for (const status of [201, 401]) {
        const body = { code };
        const answer = await call(`${url}`, 'POST', '/auth/sessions', { token: null, body });
        expect(answer.status).toBe(status);
      }
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }

  it('a start refused for a taken port does not use up the first credentials', async () => {
    const { settings, remove } = await installation();
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const { port } = other.address() as AddressInfo;
    const said = await refusal({ ...settings, METARUN_PORT: String(port) });
    other.close();
    expect(said).toContain(`127.0.0.1:${port}`);
    expect(said).toContain('METARUN_PORT');
    await expectCredentials(settings);
    await remove();
  });

  it('a start that cannot print the first credentials does not use them up', async () => {
    const { settings, remove } = await installation();
    const child = spawn(process.execPath, [CLI, 'serve'], { env: settings });
    child.stdout.destroy();
    child.stderr.resume();
    await once(child, 'exit');
    await expectCredentials(settings);
    await remove();
  });
});

describe('metarun serve --help', () => {
  it('metarun serve --help lists every setting with its default', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'serve', '--help'], {
      env: {},
    });
    for (const setting of Object.values(SETTINGS)) {
      expect(stdout).toContain(`  ${setting.env}\n`);
      expect(stdout).toContain(setting.description);
      if (setting.fallback !== '') expect(stdout).toContain(`default ${setting.fallback}`);
    }
  });
});
