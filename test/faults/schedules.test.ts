import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createSchedule,
  everySecond,
  expectEachTickOnce,
  readSchedule,
  type Schedule,
  SCHEDULES,
  loadTicks,
} from '../support/schedules.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { sql } from '../support/sql.js';
import { createMetaTask } from '../support/tasks.js';
import { until } from '../support/until.js';

const SETTINGS = {
  METARUN_LIMITS: 'min_schedule_seconds=1',
  METARUN_LEASE_SECONDS: '2',
  METARUN_SHUTDOWN_SECONDS: '0',
};
const KILLS = sized(10, 2);
/** Number of schedules, with ticks spread over each second. */
const TICKING = sized(6, 3);
const MINUTE = 60_000;

let server: ServerProcess;
let noOp: string;
beforeAll(async () => {
  server = await startServerProcess(SETTINGS);
  noOp = await createMetaTask(server, 'python', NO_OP.python);
});
afterAll(() => server.stop());

describe('kill -9 of the server around ticks', () => {
  it('a kill -9 around ticks leaves every tick of a schedule with exactly one task', async () => {
    const made = await everySecond(server, noOp, TICKING);
    for (let kill = 0; kill < KILLS; kill += 1) {
      // The kill comes before, during or after a tick at random.
      await delay(Math.random() * 1_200);
      await server.restart('SIGKILL');
    }
    for (const schedule of made) {
      const seen = await loadTicks(server, schedule.id);
      await until('another tick', async () => {
        return (await loadTicks(server, schedule.id)).length > seen.length;
      });
      expect(await expectEachTickOnce(server, schedule)).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('after a time without a server', () => {
  const HOURLY = 3_600;

  /** Shifts a schedule into the past, as if the server had been away for that long. */
  async function missedFrom(schedule: Schedule, shiftMs: number): Promise<void> {
    await sql(
      server,
      `UPDATE schedules SET next_at = next_at - ${shiftMs}, anchor_at = anchor_at - ${shiftMs}
       WHERE id = '${schedule.id}'`,
    );
  }

  it('missed ticks are skipped, merged or made up for as configured, at most the newest hundred', async () => {
    const made: Record<string, Schedule> = {};
    for (const missed of ['skip', 'one', 'all'])
      made[missed] = await createSchedule(server, noOp, {
        every_seconds: HOURLY,
        missed,
        overlap: 'allow',
      });
    const many = await createSchedule(server, noOp, {
      cron: '* * * * *',
      missed: 'all',
      overlap: 'allow',
    });
    await server.end('SIGKILL');
    const year = 365 * 24 * 60 * MINUTE;
    await sql(server, `UPDATE schedules SET next_at = next_at - ${year} WHERE id = '${many.id}'`);
    // The first tick was due in an hour; now five ticks have passed, the last of them half an hour ago.
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
      expect(await loadTicks(server, schedule.id)).toEqual(indexes.map(at));
    };
    await ticksAre('skip', [], 5);
    await ticksAre('one', [4], 4);
    await ticksAre('all', [0, 1, 2, 3, 4], 0);

    await until('a tick', async () => (await readSchedule(server, many.id)).last_tick_at);
    await server.call('POST', `${SCHEDULES}/${many.id}/pause`);
    const ticks = await loadTicks(server, many.id);
    expect(ticks.length).toBeGreaterThanOrEqual(100);
    expect(ticks.length).toBeLessThan(110);
    for (const [index, tick] of ticks.entries())
      expect(tick).toBe((ticks[0] ?? 0) + index * MINUTE);
    // The ticks are no longer counted one by one.
    expect((await readSchedule(server, many.id)).skipped_ticks).toBe(900);
  });

  it('a stalled server makes up for its missed ticks once it resumes', async () => {
    const [schedule] = await everySecond(server, noOp, 1);
    if (!schedule) throw new Error('no schedule');
    await until('a tick', async () => (await loadTicks(server, schedule.id)).length > 0);
    process.kill(server.pid, 'SIGSTOP');
    await delay(4_000);
    process.kill(server.pid, 'SIGCONT');
    const seen = await loadTicks(server, schedule.id);
    await until('more', async () => (await loadTicks(server, schedule.id)).length > seen.length);
    expect(await expectEachTickOnce(server, schedule)).toBeGreaterThanOrEqual(5);
  });
});

describe('a clock that is set', () => {
  it('a clock that is set back creates no second task for a tick', async () => {
    const [schedule] = await everySecond(server, noOp, 1);
    if (!schedule) throw new Error('no schedule');
    await until('ticks', async () => (await loadTicks(server, schedule.id)).length >= 3);
    // This has the effect of setting back the clock: the same ticks are due again.
    await sql(
      server,
      `UPDATE schedules SET next_at = ${Date.parse(schedule.next_at ?? '')} WHERE id = '${schedule.id}'`,
    );
    const seen = await loadTicks(server, schedule.id);
    await until('more', async () => {
      return (await loadTicks(server, schedule.id)).length > seen.length + 1;
    });
    await expectEachTickOnce(server, schedule);
  });
});
