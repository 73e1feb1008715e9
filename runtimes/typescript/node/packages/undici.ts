/**
 * Replaces the package `undici`: the isolate's own `fetch`, and a `request` based on it. The server manages
 * connections.
 */
const { fetch, Headers, Request, Response, FormData, File } = globalThis;

/** Has no effect, since the server makes the connections of each request. */
class Dispatcher {
  async close(): Promise<void> {}

  async destroy(): Promise<void> {}
}
class Agent extends Dispatcher {}
class Client extends Dispatcher {}
class Pool extends Dispatcher {}
class ProxyAgent extends Dispatcher {}
class EnvHttpProxyAgent extends Dispatcher {}

let globalDispatcher = new Dispatcher();

function setGlobalDispatcher(dispatcher: Dispatcher): void {
  globalDispatcher = dispatcher;
}

function getGlobalDispatcher(): Dispatcher {
  return globalDispatcher;
}

interface Options {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | null;
  query?: Record<string, string>;
  signal?: AbortSignal;
}

async function request(url: string | URL, options: Options = {}): Promise<object> {
  const { query = {}, method = 'GET', headers = {}, body = null, signal } = options;
  const target = new URL(url);
  for (const [name, value] of Object.entries(query)) target.searchParams.append(name, value);
  const more = signal === undefined ? {} : { signal };
  const answer = await fetch(target, { method, headers, body, ...more });
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    trailers: {},
    body: answer,
  };
}

export {
  Agent,
  Client,
  Dispatcher,
  EnvHttpProxyAgent,
  File,
  FormData,
  Headers,
  Pool,
  ProxyAgent,
  Request,
  Response,
  fetch,
  getGlobalDispatcher,
  request,
  setGlobalDispatcher,
};
export default { Agent, Client, Dispatcher, Pool, ProxyAgent, fetch, request };
