import { expect, it } from '@jest/globals';
import { STATUSES, type Task } from '../../api/types.js';
import { hitBy, matchingFilter } from './bulk-target.js';

const TASKS = STATUSES.map((status) => ({ id: status, status }) as Task);

it.each([
  ['cancel', ['running', 'pending', 'waiting']],
  ['retry', ['failed', 'cancelled']],
  ['rerun', [...STATUSES]],
] as const)('the action %s applies to runs that are %j', (action, statuses) => {
  expect(hitBy(action, TASKS).map(({ id }) => id)).toEqual(statuses);
});

it.each([
  [{ type: 'x' }, undefined, { type: 'x' }],
  [{ type: 'x' }, 'rerun', { type: 'x' }],
  [{ q: 'a' }, 'retry', { q: 'a', status: 'failed,cancelled' }],
  [{ status: 'failed,success' }, 'retry', { status: 'failed' }],
  [{ status: 'success' }, 'cancel', null],
  [{ order: 'finished' }, undefined, { status: 'failed,success,cancelled' }],
  [{ order: 'finished' }, 'cancel', null],
] as const)(
  'the list %j, limited to the action %s, has the filter %j',
  (filter, action, expected) => {
    expect(matchingFilter(filter, action)).toEqual(expected);
  },
);
