import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { newId } from '../../base/kernel/ids.js';
import type { QueueLimit } from '../tasks/submission/queue-limit.service.js';
import type { TaskPreparation } from '../tasks/submission/task-preparation.service.js';
import type { ScheduleEntity } from './schedule.entity.js';
import { ScheduleRuns } from './schedule-runs.service.js';

const MINUTE_MS = 60_000;
const bench = useEngineBench('schedules');

/** Refuses every task, as for an archived meta-task. */
const refusing = {
  prepare: async () => {
    throw new MetarunError('conflict', 'The meta-task "old" is archived.');
  },
} as unknown as TaskPreparation;
const endless = { admit: async () => undefined } as unknown as QueueLimit;

it('each tick that makes no task is an event of the project, and so is the pause after the last', async () => {
  const { database, transitions, events } = bench;
  const logger = pino({ enabled: false });
  const runs = new ScheduleRuns(database, transitions, refusing, endless, events, logger);
  const id = newId();
  const now = Date.now();
  await bench.insert('schedules', {
    id,
    project_id: PROJECT,
    name: 'Nightly',
    task_type: 'old',
    params: '{}',
    every_seconds: 60,
    anchor_at: now,
    time_zone: 'UTC',
    missed: 'one',
    overlap: 'skip',
    next_at: now,
    failures: 8,
    skipped_ticks: 0,
    revision: 1,
    created_by: 'author',
    created_at: now,
    updated_at: now,
  });
  for (let tick = 0; tick < 2; tick += 1) {
    const [row] = await database.query<ScheduleEntity>('SELECT * FROM schedules WHERE id = ?', [
      id,
    ]);
    if (row === undefined) throw new Error('the schedule is gone');
    await runs.tick({ ...row, now: Date.now() });
    // Another server handles the same tick later.
    await runs.tick({ ...row, now: Date.now() });
    await bench.pass(MINUTE_MS);
  }
  const found = await events.read({ projectId: PROJECT, after: 0, limit: 10 });
  const about = { schedule_id: id, name: 'Nightly', task_type: 'old' };
  const reason = 'The meta-task "old" is archived.';
  const at = (ms: number): string => new Date(now + ms).toISOString();
  const second = { ...about, consecutive_failures: 10, tick_at: at(MINUTE_MS) };
  expect(found.map(({ type, taskId, data }) => ({ type, taskId, data }))).toEqual(
    [
      { ...about, state: 'failed', reason, consecutive_failures: 9, tick_at: at(0) },
      { ...second, state: 'failed', reason },
      { ...second, state: 'paused', reason: `10 ticks in a row could make no task. ${reason}` },
    ].map((data) => ({ type: 'schedule', taskId: '', data })),
  );
});
