import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './postgres.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** The command, as it is installed. */
export const CLI = 'dist/server/cli.js';
/** The same as modules of their own, for what is preloaded to meet the packages that they use. */
export const MODULES = 'dist/modules/cli.js';

const START_MS = 240_000;
/** A stop waits for what runs, for as long as METARUN_SHUTDOWN_SECONDS says; then it must end. */
const STOP_MS = 240_000;

/** `Body` is what the test expects: parsed where the answer is JSON, else its text. */
export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

export interface CallOptions {
  /** Bearer token; `null` sends none. Without it the API key on /external paths, else the admin token. */
  token?: string | null;
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The user of a process. */
export interface User {
  uid: number;
  gid: number;
}

/** The output of a process so far. */
export interface Output {
  stdout: string;
  stderr: string;
}

export interface TestServer {
  readonly url: string;
  readonly adminToken: string;
  readonly apiKey: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Its environment: with it another server works on the same data. */
  readonly env: Record<string, string>;
  /** Standard output and standard error so far. */
  readonly output: Output;
  call<Body = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  /** Kills the server with `signal` and starts it again on the same data. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** Sends a signal and waits for the end; returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/**
 * The built server as a process of its own, with its own data, on the database that the Jest project says.
 * `env` adds settings; with the `env` of another server it shares that one's data, which must be stopped last.
 * `user`: whom it runs as, without any further group, where that is not who runs the tests; takes root.
 */
export async function startServer(
  env: Record<string, string> = {},
  user?: User,
  program = CLI,
): Promise<TestServer> {
  const { settings, remove } = await newInstallation(env);
  if (user) await chown(settings['METARUN_DATA_DIR'] ?? '', user.uid, user.gid);
  const output = { stdout: '', stderr: '' };
  let running = await launch(settings, output, user, program).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const { METARUN_ADMIN_TOKEN: adminToken = '', METARUN_API_KEY: apiKey = '' } = settings;
  const server: TestServer = {
    get url() {
      return running.url;
    },
    get pid() {
      return running.process.pid ?? -1;
    },
    adminToken,
    apiKey,
    dataDir: settings['METARUN_DATA_DIR'] ?? '',
    env: settings,
    output,
    call: callerOf(() => running.url, adminToken, apiKey),
    restart: async (signal = 'SIGKILL') => {
      await endProcess(running.process, signal, output);
      running = await launch(settings, output, user, program);
    },
    end: (signal) => endProcess(running.process, signal, output),
    stop: async () => {
      await endProcess(running.process, 'SIGTERM', output);
      await remove();
    },
  };
  return server;
}

/** Returns how tests call a server: by its API key on /external paths, else by its admin token. */
export function callerOf(
  url: () => string,
  adminToken: string,
  apiKey: string,
): TestServer['call'] {
  return (method, path, options = {}) => {
    const standard = path.startsWith('/external/') ? apiKey : adminToken;
    const token = options.token === undefined ? standard : options.token;
    return call(url(), method, path, { ...options, token });
  };
}

/** Where a server keeps its data and the settings that lead there; made new unless `env` names them. */
export async function newInstallation(
  env: Record<string, string>,
): Promise<{ settings: Record<string, string>; remove: () => Promise<void> }> {
  const ownDir = env['METARUN_DATA_DIR'] === undefined;
  const dataDir = env['METARUN_DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'metarun-test-')));
  const ownDatabase = DATABASE === 'postgres' && env['METARUN_DATABASE_URL'] === undefined;
  const database = ownDatabase ? await createDatabase() : null;
  const secret = (): string => randomBytes(32).toString('base64url');
  return {
    settings: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '/',
      METARUN_DATA_DIR: dataDir,
      METARUN_PORT: '0',
      METARUN_ADMIN_TOKEN: `mrt_${secret()}`,
      METARUN_API_KEY: `mrk_${secret()}`,
      METARUN_RATE_LIMIT: '0',
      METARUN_SANDBOX: process.env['METARUN_SANDBOX'] ?? '',
      ...(database ? { METARUN_DATABASE_URL: database.url } : {}),
      ...env,
    },
    remove: async () => {
      if (ownDir) await rm(dataDir, { recursive: true, force: true });
      await database?.drop();
    },
  };
}

/** Starts the server where it must refuse to; gives its exit code and what it wrote. Fails if it starts. */
export async function refusedStart(
  env: Record<string, string>,
): Promise<Output & { code: number | null }> {
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: { PATH: process.env['PATH'] ?? '', METARUN_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
    if (output.stdout.includes('serves http')) child.kill('SIGKILL');
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  if (code === null) throw new Error(`the server did not refuse to start:\n${output.stderr}`);
  return { code, ...output };
}

export async function call<Body>(
  base: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer<Body>> {
  const { token, body, headers = {}, signal } = options;
  const raw =
    body === undefined ||
    typeof body === 'string' ||
    body instanceof Uint8Array ||
    body instanceof FormData;
  const response = await fetch(`${base}${path}`, {
    method,
    ...(signal && { signal }),
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined || body instanceof FormData
        ? {}
        : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: raw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = /json/.test(response.headers.get('content-type') ?? '');
  const parsed: unknown = json ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, text, body: parsed as Body };
}

function launch(
  env: Record<string, string>,
  output: Output,
  user?: User,
  program = CLI,
): Promise<{ process: ChildProcess; url: string }> {
  // Node gives up the groups of root as well.
  const child = spawn(process.execPath, [program, 'serve'], {
    ...user,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
  output: Output,
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`the server did not end after ${signal}:\n${output.stderr}`));
      child.kill('SIGKILL');
    }, STOP_MS);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
    child.kill(signal);
    // One that a test has stopped would never get the signal.
    child.kill('SIGCONT');
  });
}
