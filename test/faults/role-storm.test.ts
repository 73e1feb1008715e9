/** Tests servers with one role each, killed in turn while runs have steps, children, approvals and waits. */
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { isTerminal, statusEvents } from '../support/events.js';
import { alive, listDescendants, type ProcessMark } from '../support/processes.js';
import { HAS_REDIS, startRedis, type TestRedis } from '../support/redis.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { CHILD, RETRIED, SCRIPTS } from '../support/storm-scripts.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

/** Number of kills; `STORM_KILLS` sets more. */
const KILLS = Number(process.env['STORM_KILLS'] ?? sized(20, 4));
const RUNS = Number(process.env['STORM_RUNS'] ?? sized(60, 12));
const APPROVALS = '/external/v1/projects/default/approvals';
const ROLES = ['api', 'keeper', 'worker', 'worker'];

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.kill());

/** Repeats a request to a server that may be killed meanwhile until it is answered. */
async function insist<T>(request: () => Promise<T | false>): Promise<T> {
  return until('an answer', () => request().catch(() => false as const), 300_000);
}

async function createOnce(api: ServerProcess, identifier: string, index: number): Promise<string> {
  const body = { task_type_identifier: identifier, params: { index } };
  const headers = { 'Idempotency-Key': `storm-${index}` };
  return insist(async () => {
    const answer = await api.call<{ id: string }>('POST', TASKS, { body, headers });
    expect([201, 200, 409, 503]).toContain(answer.status);
    return answer.status < 300 && answer.body.id;
  });
}

async function approveAll(api: ServerProcess, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const path = `${APPROVALS}?status=pending&limit=200`;
    const found = await api.call<{ id: string }[]>('GET', path).catch(() => null);
    for (const { id } of Array.isArray(found?.body) ? found.body : [])
      await api
        .call('POST', `${APPROVALS}/${id}`, { body: { decision: 'approve' } })
        .catch(() => null);
    await delay(200);
  }
}

it.each(HAS_REDIS ? sized(['postgres', 'redis'], ['redis']) : ['postgres'])(
  'kills of the API, keeper and workers in turn lose no task and end none twice, with the bus of %s',
  async (bus) => {
    const seen = new Map<string, ProcessMark>();
    const common = {
      METARUN_LEASE_SECONDS: '2',
      METARUN_SHUTDOWN_SECONDS: '0',
      METARUN_CONCURRENCY: '4',
      METARUN_BUS: bus === 'redis' ? redis.url : 'postgres',
    };
    const api = await startServerProcess({ ...common, METARUN_ROLE: 'api' });
    const all = [api];
    try {
      for (const role of ROLES.slice(1))
        all.push(await startServerProcess({ ...api.env, METARUN_ROLE: role }));
      await createMetaTask(api, 'typescript', CHILD, { identifier: 'storm-child', ...RETRIED });
      const identifiers = [
        await createMetaTask(api, 'python', SCRIPTS.python, RETRIED),
        await createMetaTask(api, 'typescript', SCRIPTS.typescript, RETRIED),
      ];
      const done = new AbortController();
      const approving = approveAll(api, done.signal);
      const ids: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        while (ids.length < (RUNS * (kill + 1)) / KILLS) {
          const identifier = identifiers[ids.length % identifiers.length] ?? '';
          ids.push(await createOnce(api, identifier, ids.length));
        }
        await delay(Math.random() * 400);
        for (const { pid } of all)
          for (const mark of listDescendants(pid)) seen.set(`${mark.pid} ${mark.started}`, mark);
        await all[kill % all.length]?.restart('SIGKILL');
      }
      for (const id of ids) await taskWhen(api, id, undefined, 300_000);
      done.abort();
      await approving;
      const marker = await createTask(api, await createMetaTask(api, 'python', NO_OP.python));
      const ends = new Map<string, number>();
      for (const event of (await statusEvents(api, marker)).filter(isTerminal))
        ends.set(event.data.task_id, (ends.get(event.data.task_id) ?? 0) + 1);
      const statuses = [];
      for (const [index, id] of ids.entries()) {
        const { body } = await api.call<{ result: unknown; status: string; error_code: string }>(
          'GET',
          `${TASKS}/${id}`,
        );
        statuses.push(body.status);
        if (body.status === 'success') expect(body.result).toEqual([index, index, index + 1]);
        else expect(body.error_code).toBe('worker_lost');
      }
      for (const server of all.toReversed()) await server.end('SIGTERM');
      const marks = [...seen.values()];
      await until('the processes of scripts to end', () => alive(marks).length === 0, 30_000);
      const row = {
        database: `postgres, roles, bus of ${bus}`,
        runs: ids.length,
        kills: KILLS,
        lost: ids.filter((id) => !ends.has(id)).length,
        doubled: [...ends.values()].filter((count) => count > 1).length,
        given_up: statuses.filter((status) => status !== 'success').length,
        orphans: alive(marks).length,
      };
      const file = process.env['TEST_ROLE_STORMS'];
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
      expect(row).toMatchObject({ lost: 0, doubled: 0, orphans: 0 });
      expect(row.given_up).toBeLessThanOrEqual(RUNS / 10);
    } finally {
      for (const server of all.toReversed()) await server.stop();
    }
  },
  1_800_000,
);
