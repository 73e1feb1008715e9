import { expect, it } from '@jest/globals';
import { STATUSES, type Task } from '../../api/types.js';
import { hitBy, matchingFilter } from './bulk-target.js';

const TASKS = STATUSES.map((status) => ({ id: status, status }) as Task);

it.each([
  ['cancel', ['running', 'pending', 'waiting']],
  ['retry', ['failed', 'cancelled']],
  ['rerun', [...STATUSES]],
] as const)('%s is for runs that are %j', (action, statuses) => {
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
] as const)('of the list %j, %s is for %j', (filter, action, expected) => {
  expect(matchingFilter(filter, action)).toEqual(expected);
});
