import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createSchedule,
  readSchedule,
  type Schedule,
  SCHEDULES,
  ticksOf,
} from '../support/schedules.js';
import { NO_OP } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { sized } from '../support/size.js';
import { sql } from '../support/sql.js';
import { createTaskType } from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const SETTINGS = {
  METARUN_MIN_SCHEDULE_SECONDS: '1',
  METARUN_LEASE_SECONDS: '2',
  METARUN_SHUTDOWN_SECONDS: '0',
};
const KILLS = sized(10, 3);
const MINUTE = 60_000;

let server: TestServer;
let second: TestServer | null = null;
afterEach(async () => {
  await second?.end('SIGKILL');
  second = null;
  await server.stop();
});

async function start(): Promise<string> {
  server = await startServer(SETTINGS);
  return createTaskType(server, 'typescript', NO_OP.typescript);
}

/** Schedules that tick every second, each of whose ticks must have its task. */
async function everySecond(noOp: string, count: number): Promise<Schedule[]> {
  const made: Schedule[] = [];
  for (let index = 0; index < count; index += 1)
    made.push(
      await createSchedule(server, noOp, { every_seconds: 1, overlap: 'allow', missed: 'all' }),
    );
  return made;
}

/** Pauses a schedule and fails unless each of its ticks so far has one task that has succeeded. */
async function expectEachTickOnce(on: TestServer, made: Schedule): Promise<number> {
  const { body } = await on.call<Schedule>('POST', `${SCHEDULES}/${made.id}/pause`);
  const first = Date.parse(made.next_at ?? '');
  const last = Date.parse(body.last_tick_at ?? '');
  const wanted = Array.from(
    { length: (last - first) / 1000 + 1 },
    (_, index) => first + index * 1000,
  );
  expect(await ticksOf(on, made.id)).toEqual(wanted);
  expect(body).toMatchObject({ skipped_ticks: 0, consecutive_failures: 0 });
  await until('all tasks to end', async () => {
    const found = await sql<{ status: string }>(
      on,
      `SELECT DISTINCT status FROM tasks WHERE schedule_id = '${made.id}'`,
    );
    return found.every(({ status }) => status === 'success');
  });
  return wanted.length;
}

describe('kill -9 of the server around ticks', () => {
  it('leaves each tick of each schedule with one task', async () => {
    const made = await everySecond(await start(), 6);
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Ticks come at six moments of each second: now before one, now after, now in the middle.
      await delay(Math.random() * 1_200);
      await server.restart('SIGKILL');
    }
    for (const schedule of made) {
      const seen = await ticksOf(server, schedule.id);
      await until('another tick', async () => {
        return (await ticksOf(server, schedule.id)).length > seen.length;
      });
      expect(await expectEachTickOnce(server, schedule)).toBeGreaterThanOrEqual(3);
    }
  }, 120_000);
});

describe('after a time without a server', () => {
  const HOURLY = 3_600;

  /** As if the server had been away from `minutesAgo` before the last tick until now. */
  async function missedFrom(schedule: Schedule, shiftMs: number): Promise<void> {
    await sql(
      server,
      `UPDATE schedules SET next_at = next_at - ${shiftMs}, anchor_at = anchor_at - ${shiftMs}
       WHERE id = '${schedule.id}'`,
    );
  }

  it('skip makes up for no tick, one for all by one task, all by one task each', async () => {
    const noOp = await start();
    const made: Record<string, Schedule> = {};
    for (const missed of ['skip', 'one', 'all'])
      made[missed] = await createSchedule(server, noOp, {
        every_seconds: HOURLY,
        missed,
        overlap: 'allow',
      });
    await server.end('SIGKILL');
    // The first tick was to come in an hour: now five have come, the last of them half an hour ago.
    const shift = (5 * 60 + 30) * MINUTE;
    for (const schedule of Object.values(made)) await missedFrom(schedule, shift);
    await server.restart();

    const ticksAre = async (missed: string, indexes: number[], skipped: number): Promise<void> => {
      const schedule = made[missed];
      if (!schedule) throw new Error(`no schedule ${missed}`);
      const first = Date.parse(schedule.next_at ?? '') - shift;
      const at = (index: number): number => first + index * 60 * MINUTE;
      const after = await until('its ticks to be dealt with', async () => {
        const now = await readSchedule(server, schedule.id);
        return now.last_tick_at !== null && now;
      });
      expect(Date.parse(after.last_tick_at ?? '')).toBe(at(4));
      expect(Date.parse(after.next_at ?? '')).toBe(at(5));
      expect(after.skipped_ticks).toBe(skipped);
      expect(after.last_skip_reason).toBe(skipped === 0 ? null : 'missed');
      expect(await ticksOf(server, schedule.id)).toEqual(indexes.map(at));
    };
    await ticksAre('skip', [], 5);
    await ticksAre('one', [4], 4);
    await ticksAre('all', [0, 1, 2, 3, 4], 0);
  }, 60_000);

  it('all makes up for the newest hundred of very many', async () => {
    const noOp = await start();
    const schedule = await createSchedule(server, noOp, {
      cron: '* * * * *',
      missed: 'all',
      overlap: 'allow',
    });
    await server.end('SIGKILL');
    const year = 365 * 24 * 60 * MINUTE;
    await sql(
      server,
      `UPDATE schedules SET next_at = next_at - ${year} WHERE id = '${schedule.id}'`,
    );
    await server.restart();
    await until('a tick', async () => (await readSchedule(server, schedule.id)).last_tick_at);
    await server.call('POST', `${SCHEDULES}/${schedule.id}/pause`);
    const ticks = await ticksOf(server, schedule.id);
    expect(ticks.length).toBeGreaterThanOrEqual(100);
    expect(ticks.length).toBeLessThan(110);
    for (const [index, tick] of ticks.entries())
      expect(tick).toBe((ticks[0] ?? 0) + index * MINUTE);
    // They are not counted one by one any more.
    expect((await readSchedule(server, schedule.id)).skipped_ticks).toBe(900);
  }, 60_000);

  it('a server that stood still deals with its ticks once it goes on', async () => {
    const [schedule] = await everySecond(await start(), 1);
    if (!schedule) throw new Error('no schedule');
    await until('a tick', async () => (await ticksOf(server, schedule.id)).length > 0);
    process.kill(server.pid, 'SIGSTOP');
    await delay(4_000);
    process.kill(server.pid, 'SIGCONT');
    const seen = await ticksOf(server, schedule.id);
    await until('more', async () => (await ticksOf(server, schedule.id)).length > seen.length);
    expect(await expectEachTickOnce(server, schedule)).toBeGreaterThanOrEqual(5);
  }, 60_000);
});

describe('a clock that is set', () => {
  it('back makes no second task for a tick, and forward misses none', async () => {
    const [schedule] = await everySecond(await start(), 1);
    if (!schedule) throw new Error('no schedule');
    await until('ticks', async () => (await ticksOf(server, schedule.id)).length >= 3);
    // What a clock that is set amounts to: the ticks since then come again.
    await sql(
      server,
      `UPDATE schedules SET next_at = ${Date.parse(schedule.next_at ?? '')} WHERE id = '${schedule.id}'`,
    );
    const seen = await ticksOf(server, schedule.id);
    await until('more', async () => {
      return (await ticksOf(server, schedule.id)).length > seen.length + 1;
    });
    await expectEachTickOnce(server, schedule);
  }, 60_000);
});

async function countOf(table: string, what = '*'): Promise<number> {
  const [row] = await sql<{ count: number }>(
    server,
    `SELECT count(${what}) AS count FROM ${table}`,
  );
  return row?.count ?? 0;
}

describe('hundreds of schedules', () => {
  it('whose tick comes at the same moment get one task each', async () => {
    const noOp = await start();
    const count = 300;
    const columns = 'project_id, task_type, params, task_name, cron, every_seconds, once_at';
    const more = `time_zone, anchor_at, missed, overlap, last_tick_at, paused_at, pause_reason,
      failures, last_error, last_error_at, skipped_ticks, last_skipped_at, last_skip_reason,
      revision, created_by, created_at, updated_at`;
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const one = await createSchedule(server, noOp, { at, overlap: 'allow' });
    const series =
      DATABASE === 'postgres'
        ? `generate_series(1, ${count - 1}) AS numbers(n)`
        : `(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1}) SELECT n FROM numbers) AS numbers`;
    await sql(
      server,
      `INSERT INTO schedules (id, name, next_at, ${columns}, ${more})
       SELECT id || '-' || n, 'Copy ' || n, next_at, ${columns}, ${more}
       FROM schedules CROSS JOIN ${series} WHERE id = '${one.id}'`,
    );
    if (DATABASE === 'postgres') second = await startServer(server.env);
    const now = Date.now();
    await sql(server, `UPDATE schedules SET next_at = ${now}, once_at = ${now}`);
    await until(
      'all to have been dealt with',
      async () => {
        await delay(200);
        return (await countOf('schedules WHERE next_at IS NOT NULL')) === 0;
      },
      150_000,
    );
    expect(await countOf('tasks')).toBe(count);
    expect(await countOf('tasks', 'DISTINCT schedule_id')).toBe(count);
    expect(await ticksOf(server, one.id)).toHaveLength(1);
  }, 200_000);
});

/** On SQLite there is one server. */
function onPostgres(what: string, suite: () => void): void {
  if (DATABASE === 'postgres') describe(what, suite);
}

onPostgres('two servers on one database', () => {
  it('make one task for each tick, also while one of them is killed and comes back', async () => {
    const noOp = await start();
    const other = await startServer(server.env);
    second = other;
    const made = await everySecond(noOp, 6);
    for (let kill = 0; kill < 5; kill += 1) {
      await delay(500 + Math.random() * 1_000);
      await other.restart('SIGKILL');
    }
    for (const schedule of made)
      expect(await expectEachTickOnce(server, schedule)).toBeGreaterThanOrEqual(3);
  }, 120_000);

  it('a schedule that the one was told of is kept by the other', async () => {
    const noOp = await start();
    const other = await startServer(server.env);
    second = other;
    const [schedule] = await everySecond(noOp, 1);
    if (!schedule) throw new Error('no schedule');
    await server.end('SIGKILL');
    await until('the other to keep it', async () => {
      return (await ticksOf(other, schedule.id)).length >= 3;
    });
    await expectEachTickOnce(other, schedule);
  }, 60_000);
});
