import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createSchedule,
  everySecond,
  expectEachTickOnce,
  loadTicks,
} from '../support/schedules.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { sql } from '../support/sql.js';
import { createMetaTask } from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const SETTINGS = {
  METARUN_LIMITS: 'min_schedule_seconds=1',
  METARUN_LEASE_SECONDS: '2',
  METARUN_SHUTDOWN_SECONDS: '0',
};

let server: ServerProcess;
/** Equal to `server` on SQLite, which allows no second one. */
let other: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess(SETTINGS);
  other = DATABASE === 'postgres' ? await startServerProcess(server.env) : server;
});
afterAll(async () => {
  await other.end('SIGKILL');
  await server.stop();
});

async function countRows(table: string, what = '*'): Promise<number> {
  const [row] = await sql<{ count: number }>(
    server,
    `SELECT count(${what}) AS count FROM ${table}`,
  );
  return row?.count ?? 0;
}

describe('hundreds of schedules', () => {
  it('hundreds of schedules due at the same moment create one task each', async () => {
    // The tasks run one at a time, since this test is not about running them.
    const noOp = await createMetaTask(server, 'python', NO_OP.python, { concurrency_limit: 1 });
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
    const now = Date.now();
    await sql(server, `UPDATE schedules SET next_at = ${now}, once_at = ${now}`);
    await until(
      'all to have been dealt with',
      async () => {
        await delay(200);
        return (await countRows('schedules WHERE next_at IS NOT NULL')) === 0;
      },
      150_000,
    );
    expect(await countRows('tasks')).toBe(count);
    expect(await countRows('tasks', 'DISTINCT schedule_id')).toBe(count);
    expect(await loadTicks(server, one.id)).toHaveLength(1);
  });
});

/** Defines a suite for PostgreSQL, as SQLite allows only one server. */
function onPostgres(what: string, suite: () => void): void {
  if (DATABASE === 'postgres') describe(what, suite);
}

onPostgres('two servers on one database', () => {
  it('two servers create one task per tick, even while one of them is killed and restarted', async () => {
    const noOp = await createMetaTask(server, 'python', NO_OP.python);
    const made = await everySecond(server, noOp, sized(6, 3));
    for (let kill = 0; kill < sized(5, 2); kill += 1) {
      await delay(500 + Math.random() * 1_000);
      await other.restart('SIGKILL');
    }
    for (const schedule of made)
      expect(await expectEachTickOnce(server, schedule)).toBeGreaterThanOrEqual(3);
  });

  it('a schedule created on one server keeps ticking on another after the first is killed', async () => {
    const noOp = await createMetaTask(server, 'python', NO_OP.python);
    const [schedule] = await everySecond(server, noOp, 1);
    if (!schedule) throw new Error('no schedule');
    await server.end('SIGKILL');
    await until('the other to keep it', async () => {
      return (await loadTicks(other, schedule.id)).length >= 3;
    });
    await expectEachTickOnce(other, schedule);
  });
});
