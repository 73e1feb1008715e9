import { withBody } from './inline-script.js';
import { type OddServers, startOddServers } from './odd-web-server.js';
import type { Language } from './scripts.js';
import type { TestServer } from './server.js';
import { sharedServer } from './shared-server.js';
import { createTask, createMetaTask, taskWhen } from './tasks.js';
import { startWebServer, type WebServer } from './web-server.js';

/** The three ways for scripts to make a request, which must be equivalent. */
export const WAYS = ['python', 'typescript', 'fetch'] as const;
export type Way = (typeof WAYS)[number];
const LANGUAGE_OF: Record<Way, Language> = {
  python: 'python',
  typescript: 'typescript',
  fetch: 'typescript',
};

export interface Ask {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  /** Body as hexadecimal bytes. */
  hex?: string;
  /** Timeout, in seconds. */
  timeout?: number;
  redirect?: string;
}

/** The outcome of a script's request: an answer, or the code and message of an error. */
export interface Got {
  status?: number;
  ok?: boolean;
  url?: string;
  redirected?: boolean;
  headers?: Record<string, string>;
  size?: number;
  /** Body of a short answer, as hexadecimal bytes. */
  hex?: string;
  code?: string;
  message?: string;
}

const PYTHON = `
def got(ask):
    try:
        body = bytes.fromhex(ask["hex"]) if "hex" in ask else None
        r = reporter.http.request(ask.get("method", "GET"), ask["url"], headers=ask.get("headers"), body=body,
                                  timeout=ask.get("timeout", 30), redirect=ask.get("redirect", "follow"))
    except Exception as error:
        return {"code": getattr(error, "code", type(error).__name__), "message": getattr(error, "message", str(error))}
    return {"status": r.status, "ok": r.ok, "url": r.url, "redirected": r.redirected, "headers": dict(r.headers),
            "size": len(r.content), "hex": r.content[:2000].hex()}
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(40) as pool:
    return list(pool.map(got, params["asks"]))
`;
const TYPESCRIPT = (send: string): string => `
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const got = async ({ method = 'GET', url, headers, hex, timeout, redirect = 'follow' }: any) => {
  const body = hex === undefined ? null : fromHex(hex);
  try {
    const r: any = await ${send};
    const content = await r.bytes();
    return { status: r.status, ok: r.ok, url: r.url, redirected: r.redirected, headers: Object.fromEntries(r.headers),
      size: content.length, hex: toHex(content.subarray(0, 2000)) };
  } catch (error: any) {
    const { code, message, name } = error.cause ?? error;
    return { code: typeof code === 'string' ? code : name, message };
  }
};
return Promise.all(params.asks.map(got));
`;
const SCRIPTS: Record<Way, string> = {
  python: withBody('python', PYTHON.trim()),
  typescript: withBody(
    'typescript',
    TYPESCRIPT(
      'reporter.http.request(method, url, { headers, body, redirect, timeoutMs: (timeout ?? 30) * 1000 })',
    ),
  ),
  fetch: withBody(
    'typescript',
    TYPESCRIPT(
      'fetch(url, { method, headers, body, redirect, ...(timeout ? { signal: AbortSignal.timeout(timeout * 1000) } : {}) })',
    ),
  ),
};

/** Creates a meta-task whose script makes the requests that its params list; returns its identifier. */
export function requester(server: TestServer, way: Way, metaTask: object): Promise<string> {
  return createMetaTask(server, LANGUAGE_OF[way], SCRIPTS[way], { ...metaTask });
}

/** Runs a task of `identifier` that makes the requests `asks` concurrently; returns their outcomes. */
export async function ask(
  server: TestServer,
  identifier: string,
  asks: readonly Ask[],
): Promise<Got[]> {
  const task = await taskWhen(server, await createTask(server, identifier, { asks }));
  if (task.status !== 'success') throw new Error(JSON.stringify(task));
  return task.result as Got[];
}

/** Returns a text in the form of `Got.hex` and `Ask.hex`. */
export function hex(text: string | Uint8Array): string {
  return Buffer.from(text).toString('hex');
}

/** A request as it arrived at `/echo`. */
interface Echo {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Returns the request that an answer of `/echo` describes. */
export function echoed(got: Got): Echo {
  const { headers, ...echo } = JSON.parse(Buffer.from(got.hex ?? '', 'hex').toString()) as Omit<
    Echo,
    'headers'
  > & { headers: string[] };
  const pairs = headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), headers[index + 1] ?? '']] : [],
  );
  return { ...echo, headers: Object.fromEntries(pairs) as Record<string, string> };
}

/**
 * A server, web servers that its scripts can contact, and a meta-task with an open network for each way to make
 * requests.
 */
export interface Requests {
  server: TestServer;
  odd: OddServers;
  secure: WebServer;
  identifier(way: Way): string;
  /** Makes the requests concurrently. */
  all(way: Way, asks: readonly Ask[]): Promise<Got[]>;
  one(way: Way, what: Ask): Promise<Got>;
  stop(): Promise<void>;
}

export async function startRequests(): Promise<Requests> {
  const odd = await startOddServers();
  const secure = await startWebServer(true);
  const server = await sharedServer();
  const identifiers = new Map<Way, string>();
  for (const way of WAYS)
    identifiers.set(way, await requester(server, way, { network: 'open', timeout_seconds: 600 }));
  const identifier = (way: Way): string => identifiers.get(way) ?? '';
  const all = (way: Way, asks: readonly Ask[]) => ask(server, identifier(way), asks);
  return {
    server,
    odd,
    secure,
    identifier,
    all,
    one: async (way, what) => (await all(way, [what]))[0] ?? {},
    stop: async () => {
      await server.stop();
      await secure.close();
      odd.close();
    },
  };
}
