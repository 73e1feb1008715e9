import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/markdown.js';

const START_MS = 240_000;

/** A server that was started as the documentation says. */
export interface Launched {
  readonly url: string;
  readonly dataDir: string;
  /** Output so far. */
  readonly stdout: string;
  stop(): Promise<void>;
}

/** Runs `npm start` with a new data folder and a free port, without preset credentials. */
export async function npmStart(): Promise<Launched> {
  // Without this file, `npm start` would install again and replace the packages in use.
  if (!existsSync(join(ROOT, 'node_modules/.metarun-installed')))
    throw new Error(
      'this checkout was not set up by `npm start` or `npm test`: run one of them first',
    );
  const dataDir = await mkdtemp(join(tmpdir(), 'metarun-docs-'));
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(METARUN|npm)_/.test(name)),
  );
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { ...env, METARUN_DATA_DIR: dataDir, METARUN_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => npm.on('close', () => resolve()));
  let stdout = '';
  let stderr = '';
  npm.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const stop = async (): Promise<void> => {
    if (npm.pid !== undefined && npm.exitCode === null) process.kill(-npm.pid, 'SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => void stop().then(() => reject(new Error(`too slow: ${stderr}`))),
      START_MS,
    );
    void ended.then(() => reject(new Error(`npm start ended: ${stderr}`)));
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const url = /serves (http:\S+)/.exec(stdout)?.[1];
      if (url === undefined || !stdout.endsWith('\n\n')) return;
      clearTimeout(timer);
      resolve({ url, dataDir, stdout, stop });
    });
  });
}
