import { afterEach, expect, it } from '@jest/globals';
import { startServer, type TestServer } from '../support/server.js';
import { startServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';

const TASKS = '/external/v1/projects/default/tasks';

let server: TestServer;
afterEach(() => server.stop());

function get(path: string, secret: string): Promise<Response> {
  return fetch(server.url + path, { headers: { authorization: `Bearer ${secret}` } });
}

it('a key over its limit gets 429 and a time to retry, while other credentials still work', async () => {
  server = await startServer({ METARUN_RATE_LIMIT: '3' });
  const first = await get(TASKS, server.apiKey);
  expect(first.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60, "project";q=30;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"key";r=2;t=60, "project";r=29;t=\d+$/);
  // Refused requests count as well, so that no client can probe without limit.
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

const GUESSES = 300;

async function guess(count: number, headers: Record<string, string> = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) {
    const authorization = `Bearer mrk_${String(Math.random()).slice(2).padStart(43, 'g')}`;
    const answer = await fetch(server.url + TASKS, { headers: { authorization, ...headers } });
    await answer.text();
    statuses.push(answer.status);
  }
  return statuses;
}

it('an address that guesses keys is refused, but valid keys from it still work', async () => {
  server = await startServer();
  const statuses = await guess(GUESSES + 20);
  expect(statuses.slice(0, GUESSES).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(GUESSES).every((status) => status === 429)).toBe(true);
  const wrong = await get(TASKS, 'no key at all');
  expect(wrong.status).toBe(429);
  expect(Number(wrong.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await get(TASKS, server.apiKey)).status).toBe(200);
  expect((await get(TASKS, server.adminToken)).status).toBe(200);
});

it('addresses behind a trusted proxy are counted one by one and logged', async () => {
  const logging = await startServerProcess({
    METARUN_TRUSTED_PROXIES: 'loopback, 192.0.2.0/24',
    METARUN_LOG_LEVEL: 'debug',
  });
  server = logging;
  // The client is the last address that is not a trusted proxy. Addresses that the client claims come before it.
  const from = (address: string) => ({ 'x-forwarded-for': `203.0.113.9, ${address}, 192.0.2.1` });
  await guess(GUESSES, from('198.51.100.1'));
  expect(await guess(1, from('198.51.100.1'))).toEqual([429]);
  expect(await guess(1, from('198.51.100.2'))).toEqual([401]);
  expect(await guess(1, from('no address'))).toEqual([401]);
  await until('the log', () => logging.output.stderr.includes('"address":"198.51.100.2"'));
  expect(logging.output.stderr).not.toContain('203.0.113.9');
});

it('a limit of 0 means no limit, and no client chooses its address without a trusted proxy', async () => {
  server = await startServer({ METARUN_RATE_LIMIT: '0' });
  const answer = await get(TASKS, server.apiKey);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('ratelimit')).toBeNull();
  for (let i = 0; i < GUESSES; i += 50) await guess(50, { 'x-forwarded-for': `198.51.100.${i}` });
  expect(await guess(1, { 'x-forwarded-for': '198.51.100.254' })).toEqual([429]);
});
