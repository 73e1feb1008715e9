import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { newId } from '../../base/kernel/ids.js';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import { DiskBlobStore } from '../../platform/storage/disk.blob-store.js';
import { readServerConfig } from '../../server/core/config.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';
import { ScriptContents } from '../meta-tasks/contents/script-contents.service.js';
import type { AgentPort } from '../meta-tasks/agent-port.js';
import { RunnableVersions } from '../meta-tasks/runnable-versions.service.js';
import { Quotas } from '../../access/projects/quotas.service.js';
import { QueueLimit } from '../tasks/submission/queue-limit.service.js';
import { TaskPreparation } from '../tasks/submission/task-preparation.service.js';
import { type TickOutcome, ticked } from './messages.js';
import { ScheduleRuns } from './schedule-runs.service.js';
import { scheduleTag } from './schedule.js';
import type { ScheduleEntity } from './schedule.entity.js';
import { Scheduler } from './scheduler.service.js';
import { SchedulesService } from './schedules.service.js';

const MINUTE_MS = 60_000;
const LEADS = { leads: true, onTaken: () => undefined };

/** Columns that a resume resets on a schedule which has paused itself. */
const RUNS = {
  paused_at: null,
  pause_reason: null,
  failures: 0,
  last_error: null,
  last_error_at: null,
};
const PAUSED = {
  next_at: null,
  paused_at: 1,
  pause_reason: 'failures',
  failures: 10,
  last_error: 'It broke.',
  last_error_at: 1,
  last_tick_at: 1,
  skipped_ticks: 3,
  last_skipped_at: 1,
  last_skip_reason: 'missed',
};

const bench = useEngineBench('schedules');
const config = readServerConfig({});
const logger = pino({ enabled: false });
const schemas = new SchemaValidator();
let folder: string;
let blobs: DiskBlobStore;
/** Id of the schedules' meta-task. */
let type: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-schedules-'));
  blobs = await DiskBlobStore.open(folder);
});
afterAll(async () => {
  await schemas.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  type = (await bench.addType()).id;
  await bench.database.execute(`UPDATE task_type_versions SET program_code = 'run()'`);
});

const NO_AGENTS = { currentVersion: async () => null } as unknown as AgentPort;

function preparation(): TaskPreparation {
  const { database } = bench;
  const versions = new RunnableVersions(database, new ScriptContents(database, blobs));
  return new TaskPreparation(config, versions, NO_AGENTS, schemas);
}

/** Returns the part of a server that handles ticks. */
function server(settings: NodeJS.ProcessEnv = {}): ScheduleRuns {
  const { database, transitions, events } = bench;
  const limit = new QueueLimit(readServerConfig(settings), database);
  return new ScheduleRuns(database, transitions, preparation(), limit, events, logger);
}

/** Returns the service through which users change schedules. */
function schedules(database = bench.database): SchedulesService {
  const scheduler = new Scheduler(database, server(), bench.bus, LEADS, logger);
  const quotas = new Quotas(config, database);
  return new SchedulesService(config, database, preparation(), scheduler, quotas);
}

/** Adds a schedule that ticks every minute from now on. */
async function addSchedule(given: Partial<ScheduleEntity> = {}): Promise<string> {
  const id = newId();
  const now = Date.now();
  await bench.insert('schedules', {
    id,
    project_id: PROJECT,
    name: id,
    task_type: type,
    params: '{"a":1}',
    every_seconds: 60,
    time_zone: 'UTC',
    anchor_at: now,
    missed: 'one',
    overlap: 'allow',
    next_at: now,
    failures: 0,
    skipped_ticks: 0,
    revision: 1,
    created_by: 'author',
    created_at: now,
    updated_at: now,
    ...given,
  });
  return id;
}

async function schedule(id: string): Promise<ScheduleEntity> {
  const sql = 'SELECT * FROM schedules WHERE id = ?';
  const [row] = await bench.database.query<ScheduleEntity>(sql, [id]);
  if (row === undefined) throw new Error('there is no schedule');
  return row;
}

/** Lets several servers handle the tick that is due. */
async function tick(id: string, servers = 1): Promise<boolean[]> {
  const due = { ...(await schedule(id)), now: Date.now() };
  return Promise.all(Array.from({ length: servers }, () => server().tick(due)));
}

function loadTasks(id: string): Promise<TaskEntity[]> {
  return bench.database.query(
    'SELECT * FROM tasks WHERE schedule_id = ? ORDER BY scheduled_for, id',
    [id],
  );
}

describe('the tick of a schedule', () => {
  it('a tick gets one task, however many servers deal with it at once', async () => {
    const id = await addSchedule();
    const at = Date.now();
    expect(await tick(id, 4)).toEqual([true, true, true, true]);
    expect(await loadTasks(id)).toMatchObject([
      { scheduled_for: at, status: 'pending', task_type: type, params: '{"a":1}', run_at: at },
    ]);
    expect(await schedule(id)).toMatchObject({ next_at: at + MINUTE_MS, last_tick_at: at });
  });

  it('a schedule that a user has changed meanwhile makes no task of what it was before', async () => {
    const id = await addSchedule();
    const due = { ...(await schedule(id)), now: Date.now() };
    await bench.database.execute('UPDATE schedules SET revision = 2 WHERE id = ?', [id]);
    expect(await server().tick(due)).toBe(true);
    expect(await loadTasks(id)).toEqual([]);
    expect((await schedule(id)).next_at).toBe(Date.now());
  });

  it.each([
    ['all', 3, 0],
    ['one', 1, 2],
    ['skip', 0, 3],
  ])('the policy %s gives three missed ticks %i tasks', async (missed, tasks, skipped) => {
    const at = Date.now();
    const id = await addSchedule({ missed });
    await bench.database.execute('UPDATE schedules SET every_seconds = 600 WHERE id = ?', [id]);
    await bench.pass(2 * 600_000 + 2 * MINUTE_MS);
    await tick(id, 2);
    expect(await loadTasks(id)).toHaveLength(tasks);
    expect(await schedule(id)).toMatchObject({
      skipped_ticks: skipped,
      next_at: at + 3 * 600_000,
      last_skip_reason: skipped === 0 ? null : 'missed',
    });
  });

  it('a clock that was set back repeats no tick', async () => {
    const id = await addSchedule();
    const at = Date.now();
    await tick(id);
    await bench.database.execute('UPDATE schedules SET next_at = ? WHERE id = ?', [at, id]);
    await tick(id);
    expect(await loadTasks(id)).toHaveLength(1);
  });

  it('a tick while a task has not ended gets none, or has that task cancelled, as the policy says', async () => {
    const skips = await addSchedule({ overlap: 'skip' });
    const cancels = await addSchedule({ overlap: 'cancel_running' });
    for (const id of [skips, cancels]) await tick(id);
    await bench.pass(MINUTE_MS);
    for (const id of [skips, cancels]) await tick(id);
    expect((await loadTasks(skips)).map(({ status }) => status)).toEqual(['pending']);
    expect(await schedule(skips)).toMatchObject({ skipped_ticks: 1, last_skip_reason: 'overlap' });
    const statuses = (await loadTasks(cancels)).map(({ status }) => status);
    expect(statuses).toEqual(['cancelled', 'pending']);
  });

  it.each([
    ['pending', 1],
    ['running', 1],
    ['waiting', 1],
    ['success', 2],
    ['failed', 2],
    ['cancelled', 2],
  ])(
    'a task of an earlier tick that is %s makes the next tick end with %i in all',
    async (status, tasks) => {
      const id = await addSchedule({ overlap: 'skip' });
      await tick(id);
      await bench.database.execute('UPDATE tasks SET status = ? WHERE schedule_id = ?', [
        status,
        id,
      ]);
      await bench.pass(MINUTE_MS);
      await tick(id);
      expect(await loadTasks(id)).toHaveLength(tasks);
    },
  );

  it('a schedule that can make no task says why, and pauses itself after ten ticks in a row', async () => {
    const id = await addSchedule({ task_type: 'none' });
    for (let failures = 1; failures <= 10; failures += 1) {
      expect(await schedule(id)).toMatchObject({ failures: failures - 1, paused_at: null });
      await tick(id, 2);
      await bench.pass(MINUTE_MS);
    }
    const row = await schedule(id);
    expect(row).toMatchObject({ failures: 10, next_at: null });
    expect(row.last_error).toContain('none');
    expect(row.paused_at).not.toBeNull();
  });

  it('a tick that makes a task ends the failures before it', async () => {
    const failed = { failures: 9, last_error: 'It broke.', last_error_at: 1 };
    const id = await addSchedule(failed);
    await tick(id);
    expect(await schedule(id)).toMatchObject({
      failures: 0,
      last_error: null,
      last_error_at: null,
    });
  });

  it('a tick that finds no space in the queue is tried again, and is no failure', async () => {
    await bench.addTask();
    const id = await addSchedule();
    const due = { ...(await schedule(id)), now: Date.now() };
    expect(await server({ METARUN_LIMITS: 'pending_tasks=1' }).tick(due)).toBe(false);
    expect(await schedule(id)).toMatchObject({ next_at: due.now, failures: 0 });
  });
});

describe('a schedule of a user', () => {
  const timesOf = async (id: string) => (await schedule(id)).next_at;

  it('a task that a user has a schedule make now is one of the schedule, and moves no tick', async () => {
    const id = await addSchedule();
    const by = { kind: 'user', id: 'user', name: 'name' } as const;
    const { id: task } = await server().runNow(await schedules().get(PROJECT, id), by);
    expect(await loadTasks(id)).toMatchObject([
      { id: task, scheduled_for: null, created_by: 'user:user', created_by_name: 'name' },
    ]);
    expect(await timesOf(id)).toBe(Date.now());
  });

  it('a paused schedule stays paused when its times change, and a new one may be paused', async () => {
    const id = await addSchedule();
    await schedules().pause(PROJECT, id);
    await schedules().change(PROJECT, id, { every_seconds: 120 });
    expect(await timesOf(id)).toBeNull();
    await schedules().resume(PROJECT, id);
    expect(await timesOf(id)).toBe(Date.now() + 2 * MINUTE_MS);
    const given = { name: 'new', task_type_identifier: type, every_seconds: 60, paused: true };
    const made = await schedules().create(PROJECT, given, 'author');
    expect(made).toMatchObject({ state: 'paused', nextAt: null });
  });

  it.each<[string, Partial<ScheduleEntity>, (id: string) => Promise<unknown>, object]>([
    [
      'is paused',
      {},
      (id) => schedules().pause(PROJECT, id),
      { next_at: null, paused_at: 0, revision: 2 },
    ],
    ['is paused again', PAUSED, (id) => schedules().pause(PROJECT, id), {}],
    [
      'is resumed',
      PAUSED,
      (id) => schedules().resume(PROJECT, id),
      // The time follows from the anchor of the interval.
      { ...RUNS, next_at: MINUTE_MS - 1, revision: 2 },
    ],
    ['is resumed again', { skipped_ticks: 1 }, (id) => schedules().resume(PROJECT, id), {}],
    [
      'gets other times',
      { failures: 3, last_error: 'It broke.' },
      (id) => schedules().change(PROJECT, id, { every_seconds: 120 }),
      { every_seconds: 120, next_at: 2 * MINUTE_MS, anchor_at: 0, updated_at: 0, revision: 2 },
    ],
    [
      'gets other times while it is paused',
      PAUSED,
      (id) => schedules().change(PROJECT, id, { cron: '0 0 * * *', time_zone: 'Asia/Tokyo' }),
      {
        cron: '0 0 * * *',
        time_zone: 'Asia/Tokyo',
        every_seconds: null,
        anchor_at: null,
        updated_at: 0,
        revision: 2,
      },
    ],
    [
      'gets other content',
      { params: '{"a":1}', task_name: 'n', missed: 'skip', overlap: 'allow' },
      (id) => {
        const cleared = { params: null, task_name: null, missed: null, overlap: null };
        return schedules().change(PROJECT, id, { name: 'other', ...cleared });
      },
      {
        name: 'other',
        params: '{}',
        task_name: null,
        missed: 'one',
        overlap: 'skip',
        updated_at: 0,
        revision: 2,
      },
    ],
  ])('a schedule that %s changes in nothing else', async (_, given, work, changes) => {
    const id = await addSchedule({ anchor_at: -1, updated_at: -1, next_at: 7, ...given });
    const found = await bench.changes('schedules', id, () => work(id));
    const times = ['next_at', 'paused_at', 'anchor_at', 'updated_at'];
    expect(
      Object.fromEntries(
        Object.entries(found).map(([column, value]) => [
          column,
          times.includes(column) && value !== null ? Number(value) - Date.now() : value,
        ]),
      ),
    ).toEqual(changes);
  });

  it('a change that came after another was read is refused', async () => {
    const id = await addSchedule();
    const other = { name: 'other' };
    let changes = 0;
    const database = bench.afterReads(async () => {
      if ((changes += 1) === 1) await schedules().change(PROJECT, id, other);
    });
    const mine = schedules(database).change(PROJECT, id, { task_name: 'mine' });
    await expect(mine).rejects.toMatchObject({ code: 'conflict' });
    expect(await schedule(id)).toMatchObject({ ...other, task_name: null, revision: 2 });
  });

  it('a deletion with If-Match is refused where another change came first, and one without is not', async () => {
    const id = await addSchedule();
    const ifMatch = scheduleTag(await schedules().get(PROJECT, id));
    const change = 'UPDATE schedules SET revision = revision + 1';
    const late = schedules(bench.afterReads(() => bench.database.execute(change)));
    const refused = late.remove(PROJECT, id, { ifMatch });
    await expect(refused).rejects.toMatchObject({ code: 'precondition_failed' });
    await late.remove(PROJECT, id);
    expect(await bench.database.query('SELECT id FROM schedules')).toEqual([]);
  });

  it('the ticks to come are those of the project', async () => {
    const id = await addSchedule();
    await addSchedule({ project_id: 'foreign' });
    const { ticks } = await schedules().upcoming(PROJECT, Date.now() + MINUTE_MS);
    expect(new Set(ticks.map((one) => one.schedule.id))).toEqual(new Set([id]));
  });
});

describe('the scheduler', () => {
  it('each due schedule ticks at its time by the clock of the database, though two servers lead at once', async () => {
    const outcomes: TickOutcome[] = [];
    bench.bus.subscribe(ticked, ({ outcome }) => outcomes.push(outcome));
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.push(await addSchedule({ next_at: Date.now() + MINUTE_MS, anchor_at: Date.now() }));
    const schedulers = [1, 2].map(
      () => new Scheduler(bench.database, server(), bench.bus, LEADS, logger),
    );
    for (const scheduler of schedulers) scheduler.start();
    try {
      await bench.pass(MINUTE_MS - 1);
      expect(outcomes).toEqual([]);
      await bench.pass(2);
      for (const id of ids) expect(await loadTasks(id)).toHaveLength(1);
      expect(outcomes).toEqual(ids.map(() => 'fired'));
    } finally {
      for (const scheduler of schedulers) await scheduler.stop();
    }
  });
});
