import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { itWithRedis, startRedis, type TestRedis } from '../support/redis.js';
import { type HostedServer, startServer } from '../support/server.js';
import { TASKS } from '../support/tasks.js';
import { until } from '../support/until.js';

const LIMIT = 60;
const REQUESTS = 200;
/** Number of concurrent clients. */
const CLIENTS = 20;
/** Requests that three servers may allow above the limit when they share their counts. */
const SLACK = 15;

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.kill());

async function threeServers(bus: string): Promise<HostedServer[]> {
  const first = await startServer({ METARUN_RATE_LIMIT: String(LIMIT), METARUN_BUS: bus });
  const others = [await startServer(first.env), await startServer(first.env)];
  const servers = [...others, first];
  await until(
    'all to know of each other',
    async () => {
      const counts = await Promise.all(servers.map((server) => metric(server, 'metarun_servers')));
      return counts.every((count) => count === servers.length);
    },
    AT_ONCE_MS,
  );
  return servers;
}

async function metric({ url }: HostedServer, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
}

/** Sends requests to the servers in turn and returns how many were allowed. */
async function askInTurns(servers: HostedServer[], count: number): Promise<number> {
  let passed = 0;
  for (let n = 0; n < count; n += 1) {
    const answer = await servers[n % servers.length]?.call('GET', TASKS);
    expect([200, 429]).toContain(answer?.status);
    if (answer?.status === 200) passed += 1;
  }
  return passed;
}

describe('a rate limit of three servers', () => {
  it('a rate limit holds across three servers, with little slack on a PostgreSQL bus', async () => {
    const servers = await threeServers('postgres');
    const passed = await askInTurns(servers, REQUESTS);
    expect(passed).toBeGreaterThanOrEqual(LIMIT);
    expect(passed).toBeLessThanOrEqual(LIMIT + SLACK);
    for (const server of servers) await server.stop();
  });

  itWithRedis(
    'a rate limit is exact across servers with Redis, and each server counts alone without it',
    async () => {
      const servers = await threeServers(redis.url);
      await until('Redis to count', async () => {
        const answer = await servers[0]?.call('GET', TASKS, { token: servers[0].adminToken });
        return answer?.status === 200;
      });
      const clients = Array.from({ length: CLIENTS }, () =>
        askInTurns(servers, REQUESTS / CLIENTS),
      );
      const passed = (await Promise.all(clients)).reduce((sum, count) => sum + count, 0);
      expect(passed).toBe(LIMIT);
      await redis.kill();
      const alone = await askInTurns(servers, REQUESTS);
      expect(alone).toBeGreaterThan(LIMIT);
      expect(alone).toBeLessThanOrEqual(LIMIT * servers.length);
      const health = await servers[0]?.call('GET', '/health/ready', { token: null });
      expect([health?.status, health?.body]).toEqual([200, { status: 'degraded' }]);
      await redis.start();
      for (const server of servers)
        await until(
          'the bus to be back',
          async () => (await metric(server, 'metarun_bus_up')) === 1,
          AT_ONCE_MS,
        );
      for (const server of servers) await server.stop();
    },
  );
});
