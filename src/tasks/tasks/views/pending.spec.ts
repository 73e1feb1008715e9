import { expect, it } from '@jest/globals';
import { findPendingReason } from './pending.js';

const NOW = 1_000_000;
const TASK = {
  status: 'pending',
  runAt: NOW - 1,
  attempt: 0,
  errorCode: null,
  errorMessage: null,
  queuedAt: null,
  blocked: false,
  slotKey: null,
} as const;
const FAILED = { attempt: 1, errorCode: 'script_error', errorMessage: 'x' };
const NO_PROCESS = { errorMessage: 'No process starts.', queuedAt: NOW - 60_000 };
const KEY = `${'0'.repeat(36)} {"user":1}`;

it.each([
  ['is due', {}, { reason: 'queue', until: null }],
  ['has its time before it', { runAt: NOW + 1 }, { reason: 'not_before', until: NOW + 1 }],
  ['has failed', { ...FAILED, runAt: NOW + 1 }, { reason: 'retry_delay', until: NOW + 1 }],
  ['has failed, and is due again', FAILED, { reason: 'queue' }],
  [
    'waits for a slot',
    { blocked: true, slotKey: KEY },
    { reason: 'concurrency_limit', key: '{"user":1}' },
  ],
  [
    'had no process',
    { ...NO_PROCESS, runAt: NOW + 1 },
    { reason: 'no_process', message: 'No process starts.', since: NOW - 60_000, until: null },
  ],
  ['had no process, and is tried again', NO_PROCESS, { reason: 'no_process' }],
])('the row of a pending task that %s says why it does not run yet', (_, more, expected) => {
  expect(findPendingReason({ ...TASK, ...more }, NOW)).toMatchObject(expected);
});

it('a task that is not pending waits for nothing', () => {
  expect(findPendingReason({ ...TASK, status: 'running' }, NOW)).toBeNull();
});
