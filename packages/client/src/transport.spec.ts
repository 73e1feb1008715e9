import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, ConnectionError, MetarunClient } from './index.js';

interface Planned {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const OK = { status: 200, headers: { ...JSON_TYPE }, body: '[]' };
const AGAIN = { status: 503, headers: { 'Retry-After': '0' } };

let http: Server;
let client: MetarunClient;
/** The answers, in this order; the last one is repeated. */
let plan: Planned[];
let requests: IncomingMessage[];
beforeAll(async () => {
  http = createServer((request, response) => {
    requests.push(request);
    const { status, headers = {}, body = '' } = (plan.length > 1 ? plan.shift() : plan[0]) ?? OK;
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  client = new MetarunClient({ url: `http://127.0.0.1:${port}/below/`, token: 'mrt_x' });
});
afterAll(() => {
  http.close();
});
beforeEach(() => {
  requests = [];
});

const list = (): Promise<unknown> => client.workspaces.list();

describe('a request', () => {
  it('a request keeps the path of the base URL and carries the token', async () => {
    plan = [OK];
    await list();
    expect(requests[0]?.url).toBe('/below/projects/default/workspaces');
    expect(requests[0]?.headers.authorization).toBe('Bearer mrt_x');
  });

  it.each([429, 502, 503, 504])(
    'a read request is sent again after a response with status %i',
    async (status) => {
      plan = [{ ...AGAIN, status }, OK];
      expect(await list()).toEqual([]);
      expect(requests).toHaveLength(2);
    },
  );

  it('a read request fails with the last response after four attempts', async () => {
    plan = [AGAIN];
    await expect(list()).rejects.toMatchObject({ name: 'ApiError', status: 503 });
    expect(requests).toHaveLength(4);
  });

  it('a request that changes something is sent only once', async () => {
    plan = [AGAIN];
    await expect(client.workspaces.create({ name: 'x' })).rejects.toBeInstanceOf(ApiError);
    expect(requests).toHaveLength(1);
  });

  it('a request that creates a task is retried under the same idempotency key', async () => {
    const task = JSON.stringify({ id: '1' });
    plan = [AGAIN, { status: 201, headers: JSON_TYPE, body: task }];
    await client.tasks.create({ task_type_identifier: 'x' });
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
    await client.tasks.create({ task_type_identifier: 'x' });
    expect(requests[2]?.headers['idempotency-key']).not.toBe(keys[0]);
  });

  it('a request fails at once when the server asks for an hour of waiting', async () => {
    plan = [{ status: 429, headers: { 'Retry-After': '3600' } }];
    await expect(list()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    expect(requests).toHaveLength(1);
  });

  it('an abort signal ends a request that waits for its next attempt', async () => {
    plan = [{ status: 503, headers: { 'Retry-After': '20' } }];
    const enough = new AbortController();
    const work = client.workspaces.list({ signal: enough.signal });
    while (requests.length === 0) await new Promise(setImmediate);
    enough.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
  });
});

describe('a server that is not metarun', () => {
  it('the client recognizes by its HTML response a server that is not metarun', async () => {
    plan = [{ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>Welcome</p>' }];
    await expect(list()).rejects.toThrow(ConnectionError);
    await expect(list()).rejects.toMatchObject({ code: 'not_metarun' });
  });

  it('an HTML error page becomes an error with the HTTP status in its code', async () => {
    plan = [{ status: 418, headers: { 'Content-Type': 'text/html' }, body: '<p>teapot</p>' }];
    await expect(list()).rejects.toMatchObject({ status: 418, code: 'http_418', errors: [] });
  });
});

it.each(['127.0.0.1:8080', 'ftp://x', 'http://', 'http://user:pass@x'])(
  'the client rejects the URL %s',
  (url) => {
    expect(() => new MetarunClient({ url, token: 'x' })).toThrow(TypeError);
  },
);
