import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startOnTerminal } from '../support/cli.js';
import { ROOT } from '../support/markdown.js';
import {
  alive,
  readCommand,
  listDescendants,
  readParent,
  type ProcessMark,
  signal,
} from '../support/processes.js';
import { newInstallation } from '../support/server.js';
import { sized } from '../support/size.js';
import { until } from '../support/until.js';

/** Longer than the launcher takes to notice that its parent is gone, in ms. */
const SEEN_MS = 3_000;

/** Shell lines after which the server outlives its shell. The test of a closed terminal covers nohup with npm. */
const LINES = sized(
  [
    'nohup node scripts/launch.mjs start > $LOG 2>&1 &',
    'setsid node scripts/launch.mjs start > $LOG 2>&1',
    'node scripts/launch.mjs start > $LOG 2>&1 & disown',
    'nohup npm start > $LOG 2>&1 &',
  ],
  [
    'setsid node scripts/launch.mjs start > $LOG 2>&1',
    'node scripts/launch.mjs start > $LOG 2>&1 & disown',
  ],
);

let folder: string;
let installation: Awaited<ReturnType<typeof newInstallation>>;
let env: Record<string, string>;
let started: ProcessMark[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-launcher-'));
  installation = await newInstallation({ METARUN_SHUTDOWN_SECONDS: '0' });
  const { PATH = '', HOME = '' } = process.env;
  env = { ...installation.settings, PATH, HOME, LOG: join(folder, 'log') };
});
afterEach(async () => {
  for (const { pid } of alive(started)) signal(pid, 'SIGKILL');
  await until('the end of all', () => alive(started).length === 0);
  await installation.remove();
  rmSync(folder, { recursive: true, force: true });
});

function log(): string {
  try {
    return readFileSync(join(folder, 'log'), 'utf8');
  } catch {
    return '';
  }
}

interface Started {
  url: string;
  launcher: number;
  server: number;
}

/** Runs a shell line, which writes to $LOG and ends, and returns the processes it started once the server responds. */
async function startBy(line: string): Promise<Started> {
  spawn('bash', ['-c', line], { cwd: ROOT, env, stdio: 'ignore', detached: true }).unref();
  const url = await until('the server', () => /serves (http:\S+)/.exec(log())?.[1]);
  const dataDir = env['METARUN_DATA_DIR'] ?? '';
  const own = listDescendants(1).filter(({ pid }) => readEnvironment(pid).includes(dataDir));
  const named = (text: string): number =>
    own.find(({ pid }) =>
      readCommand(pid)
        .split('\0')
        .some((word) => word.endsWith(text)),
    )?.pid ?? -1;
  const [launcher, server] = [named('launch.mjs'), named('dist/server/cli.js')];
  started = own;
  return { url, launcher, server };
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

async function serves(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function stillServes(url: string): Promise<void> {
  const since = Date.now();
  await until('some seconds', () => Date.now() - since > SEEN_MS);
  if (!(await serves(url))) throw new Error(`the server has ended: ${log()}`);
}

describe('a server whose parent goes away goes on', () => {
  it.each(LINES)('a server outlives its shell when it is started with %s', async (line) => {
    const { url, launcher } = await startBy(line.startsWith('setsid') ? `${line} &` : line);
    await stillServes(url);
    process.kill(launcher, 'SIGTERM');
    await until('the end', async () => !(await serves(url)));
    expect(log()).toMatch(/"reason":"SIGTERM"|stopping: SIGTERM/);
  });

  it('a server started by nohup npm start survives the end of npm when the terminal closes', async () => {
    const { url, launcher, server } = await startBy('nohup npm start > $LOG 2>&1 &');
    for (const { pid } of started) signal(pid, 'SIGHUP');
    await until('the end of npm', () => readParent(launcher) === 1 || alive(started).length <= 2);
    await stillServes(url);
    expect(log()).toContain('SIGHUP is ignored');
    process.kill(server, 'SIGTERM');
    await until('the end', async () => !(await serves(url)));
  });
});

describe('a server stops, with the reason in its log,', () => {
  it('a server stops and logs the reason when the npm that started it is killed', async () => {
    const { url, launcher } = await startBy('npm start > $LOG 2>&1 &');
    const npm = started.find(({ pid }) => readCommand(pid).startsWith('npm'))?.pid ?? -1;
    expect(npm).not.toBe(launcher);
    for (const { pid } of started)
      if (!/launch\.mjs|cli\.js/.test(readCommand(pid)) || pid === npm) signal(pid, 'SIGTERM');
    await until('the end', () => alive(started).length === 0);
    expect(await serves(url)).toBe(false);
    expect(log()).toContain('"reason":"npm, which started it, has ended"');
  });

  it('a server stops and logs the reason when its launcher is killed', async () => {
    const { launcher } = await startBy('node scripts/launch.mjs start > $LOG 2>&1 &');
    process.kill(launcher, 'SIGKILL');
    await until('the end', () => alive(started).length === 0);
    expect(log()).toContain('"reason":"its launcher has ended"');
  });

  it('a signal sent to both the launcher and the server stops the server once', async () => {
    const { launcher, server } = await startBy('node scripts/launch.mjs start > $LOG 2>&1 &');
    for (const pid of [launcher, server]) signal(pid, 'SIGINT');
    await until('the end', () => alive(started).length === 0);
    expect(log()).toContain('"reason":"SIGINT"');
    expect(log()).not.toContain('ending at once');
  });

  it('a server stops when its terminal is closed', async () => {
    const command = startOnTerminal(['serve'], 100, { env: installation.settings });
    await command.says(/serves http\S+/);
    started = listDescendants(command.process.pid ?? -1);
    command.process.kill('SIGKILL');
    await command.ended;
    await until('the end', () => alive(started).length === 0);
  });
});
