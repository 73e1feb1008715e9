import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './postgres.js';
import { startHosted } from './server-host.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** An answer whose body is parsed if it is JSON, else its text. `Body` is the type that the test expects. */
export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

export interface CallOptions {
  /** Bearer token; `null` sends none. By default the API key on /external paths, else the admin token. */
  token?: string | null;
  /** Body, sent as JSON unless it is a string or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface TestServer {
  readonly url: string;
  readonly adminToken: string;
  readonly apiKey: string;
  readonly dataDir: string;
  /** Environment of the server; another server with it shares the data. */
  readonly env: Record<string, string>;
  call<Body = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/** A server that shares its process with others. */
export interface HostedServer extends TestServer {
  /** Stops the server like SIGTERM. Its data is kept. */
  close(): Promise<void>;
  /** Starts the server again on its data, after closing it if it is running. */
  reopen(): Promise<void>;
}

/**
 * Starts a server with its own settings and data, on a database of the Jest project's kind, in the process that all
 * test files of a worker share. Tests that depend on the process, such as its end or its output, use
 * `startServerProcess`. `env` adds settings; with the `env` of another server, both share the data of that server,
 * which must be stopped last.
 */
export async function startServer(env: Record<string, string> = {}): Promise<HostedServer> {
  const { settings, remove } = await newInstallation(env);
  let hosted = await startHosted(settings).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const { METARUN_ADMIN_TOKEN: adminToken = '', METARUN_API_KEY: apiKey = '' } = settings;
  return {
    get url() {
      return hosted.url;
    },
    adminToken,
    apiKey,
    dataDir: settings['METARUN_DATA_DIR'] ?? '',
    env: settings,
    call: createCaller(() => hosted.url, adminToken, apiKey),
    close: () => hosted.stop(),
    reopen: async () => {
      await hosted.stop();
      hosted = await startHosted(settings);
    },
    stop: async () => {
      await hosted.stop();
      await remove();
    },
  };
}

/**
 * Returns a function that calls a server, by default with the API key on /external paths, else with the admin token.
 */
export function createCaller(
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

/**
 * Returns the settings of a server, and a function that removes its data. Data folder and database are created unless
 * `env` names them.
 */
export async function newInstallation(
  env: Record<string, string>,
): Promise<{ settings: Record<string, string>; remove: () => Promise<void> }> {
  const ownDir = env['METARUN_DATA_DIR'] === undefined;
  const dataDir = env['METARUN_DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'metarun-test-')));
  const ownDatabase = DATABASE === 'postgres' && env['METARUN_DATABASE_URL'] === undefined;
  const database = ownDatabase ? await createDatabase(process.env['TEST_POSTGRES_MIGRATED']) : null;
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

export async function call<Body>(
  base: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer<Body>> {
  const { token, body, headers = {}, signal } = options;
  const isForm = body instanceof FormData;
  const isRaw = isForm || typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${base}${path}`, {
    method,
    ...(signal && { signal }),
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = /json/.test(response.headers.get('content-type') ?? '');
  const parsed: unknown = json ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, text, body: parsed as Body };
}
