import { afterEach, expect, test } from '@jest/globals';
import { startServer, type TestServer } from '../support/server.js';

const TASKS = '/external/v1/projects/default/tasks';

let server: TestServer;
afterEach(() => server.stop());

function get(path: string, secret: string): Promise<Response> {
  return fetch(server.url + path, { headers: { authorization: `Bearer ${secret}` } });
}

test('a key over its limit gets 429 and when to go on, and others go on', async () => {
  server = await startServer({ METARUN_RATE_LIMIT: '3' });
  const first = await get(TASKS, server.apiKey);
  expect(first.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60, "project";q=30;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"key";r=2;t=60, "project";r=29;t=\d+$/);
  // What is refused counts too: nobody gets to probe for free.
  expect((await get('/external/v1/projects/nope/tasks', server.apiKey)).status).toBe(404);
  expect((await get(TASKS, server.apiKey)).status).toBe(200);
  const refused = await get(TASKS, server.apiKey);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  expect((await get(TASKS, server.adminToken)).status).toBe(200);
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
});

test('a limit of 0 is none', async () => {
  server = await startServer({ METARUN_RATE_LIMIT: '0' });
  const answer = await get(TASKS, server.apiKey);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('ratelimit')).toBeNull();
});

test('an address that guesses is refused, but not the client beside it whose key is right', async () => {
  server = await startServer();
  expect((await get(TASKS, server.apiKey)).status).toBe(200);
  const statuses: number[] = [];
  for (let i = 0; i < 301; i++)
    statuses.push((await get(TASKS, `mrk_${String(i).padStart(43, 'g')}`)).status);
  expect(statuses.slice(0, 300).every((status) => status === 401)).toBe(true);
  expect(statuses[300]).toBe(429);
  expect((await get(TASKS, server.apiKey)).status).toBe(200);
});
