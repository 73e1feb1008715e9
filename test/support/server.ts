import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './postgres.js';

declare const DATABASE: 'sqlite' | 'postgres';

const START_MS = 30_000;

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed where it is JSON, else text. */
  body: any;
  text: string;
}

export interface CallOptions {
  /** Bearer token; `null` sends none. Without it the API key on /external paths, else the admin token. */
  token?: string | null;
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestServer {
  readonly url: string;
  readonly adminToken: string;
  readonly apiKey: string;
  readonly dataDir: string;
  readonly pid: number;
  /** What it has written to standard output and standard error so far. */
  readonly output: { stdout: string; stderr: string };
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Kills the server with `signal` and starts it again on the same data. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** Sends a signal and waits for the end; gives the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/**
 * The built server as a process of its own, with its own data, on the database that the Jest project says.
 * `env` adds settings.
 */
export async function startServer(env: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'metarun-test-'));
  const database = DATABASE === 'postgres' ? await createDatabase() : null;
  const secret = (): string => randomBytes(32).toString('base64url');
  const adminToken = `mrt_${secret()}`;
  const apiKey = `mrk_${secret()}`;
  const settings: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '/',
    METARUN_DATA_DIR: dataDir,
    METARUN_PORT: '0',
    METARUN_ADMIN_TOKEN: adminToken,
    METARUN_API_KEY: apiKey,
    METARUN_RATE_LIMIT: '0',
    ...(database ? { METARUN_DATABASE_URL: database.url } : {}),
    ...env,
  };
  const output = { stdout: '', stderr: '' };
  let running = await launch(settings, output);
  const server: TestServer = {
    get url() {
      return running.url;
    },
    get pid() {
      return running.process.pid ?? -1;
    },
    adminToken,
    apiKey,
    dataDir,
    output,
    call: (method, path, options = {}) => {
      const standard = path.startsWith('/external/') ? apiKey : adminToken;
      const token = options.token === undefined ? standard : options.token;
      return call(running.url, method, path, { ...options, token });
    },
    restart: async (signal = 'SIGKILL') => {
      await endProcess(running.process, signal);
      running = await launch(settings, output);
    },
    end: (signal) => endProcess(running.process, signal),
    stop: async () => {
      await endProcess(running.process, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
      await database?.drop();
    },
  };
  return server;
}

async function call(base: string, method: string, path: string, options: CallOptions): Promise<Answer> {
  const { token, body, headers = {} } = options;
  const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : text };
}

function launch(
  env: Record<string, string>,
  output: TestServer['output'],
): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['dist/cli.js', 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let shown = '';
  return new Promise((resolve, reject) => {
    const failed = (why: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`the server did not start: ${why}\n${output.stderr}`));
    };
    const timer = setTimeout(() => failed('it took too long'), START_MS);
    child.stderr.on('data', (chunk: Buffer) => {
      output.stderr += chunk.toString();
    });
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      output.stdout += chunk.toString();
      const url = /serves (http:\S+)/.exec(shown)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve({ process: child, url });
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      failed(`exit code ${code}`);
    });
  });
}

function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
