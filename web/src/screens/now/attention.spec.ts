import { expect, it } from '@jest/globals';
import type { Now } from '../../api/types.js';
import { failedInARow, isWell, stuckTask } from './attention.js';

const WELL: Now = {
  at: '2026-01-01T00:00:00.000Z',
  counts: { pending: 1, running: 2, waiting: 0 },
  oldest_pending: null,
  failing: [],
  slow: [],
  approvals: { pending: 0, next_expiry: null },
  schedules: [],
  webhooks: { failing: 0, disabled: 0 },
  slots: { used: 2, of: 4 },
  agent_slots: { used: 0, of: 4 },
};
const SCHEDULE: Now['schedules'][number] = {
  id: 's',
  name: 'Nightly',
  task_type_identifier: 'report',
  paused: false,
  next_at: null,
  consecutive_failures: 0,
  last_error: null,
  pause_reason: null,
  runs: [],
};
const pendingFor = (
  ms: number,
  reason: 'queue' | 'no_worker' | 'no_process',
): Now['oldest_pending'] => ({
  task_id: 't',
  name: 'Task',
  task_type: 'report',
  age_ms: ms,
  pending: {
    reason,
    until: null,
    limit: null,
    key: null,
    holders: [],
    ahead: null,
    tags: [],
    message: null,
    since: null,
  },
});

it('all is well while runs proceed and schedules tick', () => {
  expect(isWell(WELL)).toBe(true);
  expect(isWell({ ...WELL, schedules: [SCHEDULE] })).toBe(true);
  expect(isWell({ ...WELL, oldest_pending: pendingFor(5_000, 'queue') })).toBe(true);
});

it.each<Partial<Now>>([
  { approvals: { pending: 1, next_expiry: null } },
  { webhooks: { failing: 0, disabled: 1 } },
  { webhooks: { failing: 1, disabled: 0 } },
  { schedules: [{ ...SCHEDULE, pause_reason: 'its meta-task is archived' }] },
  { schedules: [{ ...SCHEDULE, consecutive_failures: 1 }] },
  { oldest_pending: pendingFor(60_000, 'queue') },
  { oldest_pending: pendingFor(0, 'no_worker') },
  { oldest_pending: pendingFor(0, 'no_process') },
])('all is not well with %j', (more) => {
  expect(isWell({ ...WELL, ...more })).toBe(false);
});

it('a task that has only just begun to wait is not stuck', () => {
  expect(stuckTask({ ...WELL, oldest_pending: pendingFor(59_999, 'queue') })).toBeNull();
});

it('failures are counted back to the last success', () => {
  const runs = ['failed', 'failed', 'success', 'failed'].map((status) => ({ status }));
  expect(failedInARow(runs)).toBe(2);
  expect(failedInARow([{ status: 'failed' }])).toBe(1);
  expect(failedInARow([])).toBe(0);
});
