import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './postgres.js';
import { startHosted } from './server-host.js';

declare const DATABASE: 'sqlite' | 'postgres';

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

export interface TestServer {
  readonly url: string;
  readonly adminToken: string;
  readonly apiKey: string;
  readonly dataDir: string;
  /** Its environment: with it another server works on the same data. */
  readonly env: Record<string, string>;
  call<Body = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** A server beside others in one process. */
export interface HostedServer extends TestServer {
  /** Ends it as SIGTERM does. Its data stays. */
  close(): Promise<void>;
  /** Starts it on its data once more. One that still runs is closed first. */
  reopen(): Promise<void>;
}

/**
 * A server with its own settings and data, on the database that the Jest project says, in the process that the test files of
 * a worker share. What asks something of the process, as its end or its output, takes `startServerProcess`.
 * `env` adds settings; with the `env` of another server it shares that one's data, which must be stopped last.
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

/** Returns how tests call a server: by its API key on /external paths, else by its admin token. */
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

/** Where a server keeps its data and the settings that lead there; made new unless `env` names them. */
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
