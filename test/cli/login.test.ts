import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CliAnswer, type CliOptions, runCli, startOnTerminal } from '../support/cli.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { startWebServer } from '../support/web-server.js';

let server: TestServer;
let root: string;
let home: string;
let folder: string;
let count = 0;
beforeAll(async () => {
  server = await sharedServer();
  root = await mkdtemp(join(tmpdir(), 'metarun-login-'));
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  count += 1;
  home = join(root, `home-${count}`);
  folder = join(root, `folder-${count}`);
  await mkdir(folder);
});

const file = (): string => join(home, 'metarun', 'profiles.json');

function metarun(args: string[], { env = {}, ...options }: CliOptions = {}): Promise<CliAnswer> {
  return runCli(args, { cwd: folder, env: { XDG_CONFIG_HOME: home, ...env }, ...options });
}

const login = (...more: string[]): Promise<CliAnswer> =>
  metarun(['login', '--url', server.url, '--token', server.adminToken, ...more]);
const list = (args: string[] = [], options: CliOptions = {}): Promise<CliAnswer> =>
  metarun(['tasks', 'list', ...args], options);

async function profiles(): Promise<unknown> {
  return JSON.parse((await metarun(['login', '--list', '--json'])).stdout);
}

describe('metarun login', () => {
  it('metarun login stores the server and token in a file that only the owner can read', async () => {
    const args = ['login', '--url', server.url, '--token', '-'];
    const { code, stdout, stderr } = await metarun(args, { stdin: `${server.adminToken}\n` });
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('as admin, project default: profile "local"');
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'metarun'))).mode & 0o777).toBe(0o700);
    expect(await readFile(file(), 'utf8')).toContain(server.adminToken);
    expect((await list()).code).toBe(0);
  });

  it('metarun login never shows the token', async () => {
    await login();
    const answers = [await metarun(['login', '--list'])];
    for (const args of [
      ['--list', '--json'],
      ['--use', 'local'],
    ])
      answers.push(await metarun(['login', ...args]));
    for (const { code, stdout, stderr } of answers) {
      expect(code).toBe(0);
      expect(stdout + stderr).not.toContain(server.adminToken);
    }
  });

  it('metarun login warns where others on the way could read the token', async () => {
    const args = ['login', '--url', 'http://metarun.invalid', '--token', 'mrt_x'];
    const { code, stderr } = await metarun(args);
    expect([code, stderr]).toEqual([3, expect.stringContaining('is not encrypted')]);
    expect((await login()).stderr).not.toContain('encrypted');
  });

  it('metarun login accepts an API key', async () => {
    const { code, stderr } = await metarun(['login', '--url', server.url, '--token', '-'], {
      stdin: server.apiKey,
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('as an API key')]);
    expect((await list()).code).toBe(0);
  });

  it('metarun login prompts on a terminal and does not echo the token', async () => {
    const running = startOnTerminal(['login'], 80, {
      cwd: folder,
      env: { XDG_CONFIG_HOME: home },
    });
    await running.says('URL of the server');
    running.process.stdin.write(`\x15${server.url}\r`);
    await running.says('Access token or API key');
    running.process.stdin.write(`${server.adminToken}\r`);
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('profile "local"');
    expect(stdout).not.toContain(server.adminToken);
  });

  it('metarun login without a terminal names the missing flag', async () => {
    const { code, stderr } = await metarun(['login', '--url', server.url]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Give --token -.')]);
  });

  it.each([
    ['a token that is not valid', (): string[] => ['--url', server.url], 3],
    ['a server that is not there', (): string[] => ['--url', 'http://127.0.0.1:1'], 3],
    ['a value that is not a URL', (): string[] => ['--url', '127.0.0.1:8080'], 2],
    ['an unknown project', (): string[] => ['--url', server.url, '--project', 'no'], 1],
    ['a name with a slash', (): string[] => ['--url', server.url, '--profile', 'a/b'], 2],
  ])('a failed login stores no profile: %s', async (what, args, expected) => {
    const token = what.startsWith('a token') ? 'mrt_nobody' : server.adminToken;
    const { code, stderr } = await metarun(['login', ...args(), '--token', token]);
    expect(code).toBe(expected);
    expect(stderr).toContain('metarun: ');
    await expect(stat(file())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('the default profile is the last one stored, or the one of --use', async () => {
    await login('--profile', 'one');
    await login('--profile', 'two');
    expect(await profiles()).toMatchObject([
      { profile: 'one', default: false },
      { profile: 'two', default: true },
    ]);
    expect((await metarun(['login', '--use', 'one'])).code).toBe(0);
    expect(await profiles()).toMatchObject([{ default: true }, { default: false }]);
    const { code, stderr } = await metarun(['login', '--use', 'three']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('There are: one, two.')]);
  });

  it('a login to another project of a server makes a profile of its own, and one to the same replaces it', async () => {
    const slug = `login-${count}`;
    await server.call('POST', '/projects', { body: { name: 'Other', slug } });
    for (const project of ['default', slug, slug]) await login('--project', project);
    expect(await profiles()).toMatchObject([
      { profile: 'local', project: 'default' },
      { profile: 'local-2', project: slug, default: true },
    ]);
    expect(JSON.parse((await metarun(['logout', 'local', '--json'])).stdout)).toEqual({
      forgotten: ['local'],
      default: 'local-2',
    });
  });

  it('metarun logout forgets the default profile, or all of them', async () => {
    await login('--profile', 'one');
    await login('--profile', 'two');
    expect((await metarun(['logout'])).stderr).toContain('Forgotten: two.');
    expect(await readFile(file(), 'utf8')).not.toContain('two');
    const { code, stderr } = await list(['--json']);
    expect([code, stderr]).toEqual([2, '']);
    expect((await metarun(['logout', '--all'])).code).toBe(0);
    expect(await readFile(file(), 'utf8')).not.toContain(server.adminToken);
  });

  it('a profile file that others can read is refused', async () => {
    await login();
    await chmod(file(), 0o644);
    const { code, stderr } = await metarun(['tasks', 'list']);
    expect(code).toBe(1);
    expect(stderr).toContain('chmod 600');
  });
});

describe('the server that is meant', () => {
  const environment = (): Record<string, string> => ({
    METARUN_URL: server.url,
    METARUN_TOKEN: server.adminToken,
  });

  it('the environment names the server if there is no profile', async () => {
    expect((await metarun(['tasks', 'list'], { env: environment() })).code).toBe(0);
    const { code, stderr } = await list();
    expect([code, stderr]).toEqual([2, expect.stringContaining('Run metarun login once')]);
  });

  it('flags take precedence over the environment', async () => {
    const unreachable = 'http://127.0.0.1:2';
    const { code, stderr } = await list(['--url', unreachable], { env: environment() });
    expect(code).toBe(3);
    expect(stderr).toContain(`${unreachable} does not answer`);
  });

  it('a running metarun dev of the folder or one above takes precedence over the default profile', async () => {
    await login('--profile', 'gone');
    await writeFile(
      file(),
      (await readFile(file(), 'utf8')).replace(server.url, 'http://127.0.0.1:2'),
    );
    const below = join(folder, 'deep', 'er');
    await mkdir(below, { recursive: true });
    await mkdir(join(folder, '.metarun'));
    const dev = { url: server.url, token: server.adminToken, project: 'default', pid: process.pid };
    const devFile = join(folder, '.metarun', 'dev.json');
    await writeFile(devFile, JSON.stringify(dev), { mode: 0o600 });
    expect((await metarun(['tasks', 'list'], { cwd: below })).code).toBe(0);
    // The server has ended without removing its file.
    await writeFile(devFile, JSON.stringify({ ...dev, pid: 2 ** 30 }));
    expect((await list([], { cwd: below })).code).toBe(3);
  });

  it('a token is never sent to a server other than the one it was stored for', async () => {
    await login();
    const other = await startWebServer();
    try {
      const { code, stderr } = await metarun([
        'tasks',
        'list',
        '--url',
        `http://127.0.0.1:${other.port}`,
      ]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('There is no token for')]);
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
    // The stored server needs no confirmation.
    expect((await list(['--url', `${server.url}/`])).code).toBe(0);
  });

  it('a server with both a URL and a profile is refused, as is an unknown profile', async () => {
    const twice = await list(['--url', server.url, '--profile', 'x', '--json']);
    expect([twice.code, JSON.parse(twice.stdout)]).toMatchObject([2, { error: { code: 'usage' } }]);
    const unknown = await list(['--profile', 'x', '--json']);
    expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: 'unknown_profile' } });
  });
});
