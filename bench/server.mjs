import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER_FLAGS } from '../scripts/node-flags.mjs';
import { clock } from './statistics.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = 'dist/server/cli.js';
const START_MS = 120_000;
const STOP_MS = 10_000;

/**
 * Creates a server from the build, with its own data, as `metarun serve` starts it. All settings have their defaults,
 * except for its address, its credentials and METARUN_RATE_LIMIT=0 (by default, it would respond with 429 after 6000
 * requests in a minute). `nodeArgs` precede the program; `env` adds settings.
 */
export async function createServer({ env = {}, nodeArgs = [], program = PROGRAM } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'metarun-bench-'));
  const secret = () => randomBytes(32).toString('base64url');
  const server = new BenchServer(dataDir, [...SERVER_FLAGS, ...nodeArgs, program], {
    PATH: process.env.PATH,
    HOME: process.env.HOME ?? '/',
    METARUN_DATA_DIR: dataDir,
    METARUN_PORT: '0',
    METARUN_ADMIN_TOKEN: `mrt_${secret()}`,
    METARUN_API_KEY: `mrk_${secret()}`,
    METARUN_RATE_LIMIT: '0',
    ...env,
  });
  return server;
}

class BenchServer {
  url = '';
  #child = null;

  constructor(dataDir, args, env) {
    this.dataDir = dataDir;
    this.args = args;
    this.env = env;
  }

  get adminToken() {
    return this.env.METARUN_ADMIN_TOKEN;
  }

  get apiKey() {
    return this.env.METARUN_API_KEY;
  }

  /** Starts the server. Resolves to the time from the spawn to the line with its address, in ms. */
  start() {
    const began = clock();
    const args = [...this.args, 'serve'];
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    let shown = '';
    let complaints = '';
    return new Promise((resolve, reject) => {
      const failed = (why) => {
        child.kill('SIGKILL');
        reject(new Error(`the server did not start: ${why}\n${complaints}`));
      };
      const timer = setTimeout(() => failed('it took too long'), START_MS);
      child.stderr.on('data', (chunk) => (complaints = (complaints + chunk).slice(-4_000)));
      child.stdout.on('data', (chunk) => {
        shown += chunk;
        const url = /serves (http:\S+)/.exec(shown)?.[1];
        if (url === undefined || this.url === url) return;
        clearTimeout(timer);
        this.url = url;
        resolve(clock() - began);
      });
      child.on('exit', (code) => {
        clearTimeout(timer);
        failed(`exit code ${code}`);
      });
    });
  }

  /** Returns what the preloaded trace has recorded. */
  trace() {
    return new Promise((resolve) => {
      // The server also sends other messages.
      const receive = (message) => {
        if (!Array.isArray(message)) return;
        this.#child.off('message', receive);
        resolve(message);
      };
      this.#child.on('message', receive);
      this.#child.send('trace');
    });
  }

  /**
   * Returns the resident memory in MiB of the server alone and of its children, which counts a shared page once per
   * process.
   */
  memory() {
    const { pid } = this.#child;
    const of = (each) =>
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(procFile(`${each}/status`))?.[1] ?? 0) / 1024;
    const children = descendants(pid);
    return {
      server: of(pid),
      children: children.reduce((sum, child) => sum + of(child), 0),
      processes: children.length,
    };
  }

  /** Returns the memory in MiB of each process that waits to run TypeScript, as its proportional set size (PSS). */
  runners() {
    const all = descendants(this.#child.pid);
    const runners = all.filter((each) => {
      // Excludes wrapper processes. In the sandbox, the path of Node differs.
      const [program = '', ...args] = procFile(`${each}/cmdline`).split('\0');
      return program.endsWith('/node') && args.some((arg) => arg.endsWith('/runner.mjs'));
    });
    return runners.map(readProportionalBytes);
  }

  /** Returns the ids of the server process and of all its descendants. */
  processes() {
    const { pid } = this.#child;
    return [pid, ...descendants(pid)];
  }

  /** Returns the CPU time so far in ms, of the server alone and of its children including ended processes. */
  cpu() {
    const { pid } = this.#child;
    const [own] = measureCpu(pid);
    const children = descendants(pid).flatMap(measureCpu);
    return { server: own, children: children.reduce((sum, each) => sum + each, 0) };
  }

  async stop() {
    const child = this.#child;
    this.#child = null;
    this.url = '';
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      child.on('exit', () => {
        clearTimeout(timer);
        resolve();
      });
      child.kill('SIGTERM');
    });
  }

  /** Stops the server and removes its data. */
  async remove() {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Reads a file in /proc; '' for a process that has ended, and on a system without /proc. */
function procFile(path) {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the proportional set size (PSS) of a process in MiB. */
export function readProportionalBytes(pid) {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(procFile(`${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

/** Returns the CPU times in ms of a process and of its ended children. Linux counts in hundredths of a second. */
function measureCpu(pid) {
  const stat = procFile(`${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
  return [(user + system) * 10, (childUser + childSystem) * 10];
}

/** Returns the CPU time in ms of a process and all its descendants, including ended ones. */
export function cpuOfTree(pid) {
  return [pid, ...descendants(pid)].flatMap(measureCpu).reduce((sum, each) => sum + each, 0);
}

/** A child belongs to the thread that started it, so the children of every thread are listed. */
function descendants(pid) {
  const threads = countThreads(pid);
  const lists = threads.map((thread) => procFile(`${pid}/task/${thread}/children`));
  const found = lists.join(' ').split(' ').filter(Boolean).map(Number);
  return found.flatMap((child) => [child, ...descendants(child)]);
}

function countThreads(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}
