import { expect, it } from '@jest/globals';
import type { Bulk } from '../api/types.js';
import { bulkAfter } from './bulk-change.js';

const BULK = { id: 'a', state: 'running', total: 9, done: 4, refused_count: 1 } as Bulk;
const event = (data: object, type = 'bulk') => ({
  type,
  data: { bulk_id: 'a', state: 'running', total: 9, done: 6, refused: 2, ...data },
});

it('a bulk operation takes its progress from the event', () => {
  expect(bulkAfter(BULK, event({}))).toMatchObject({ state: 'running', done: 6, refused_count: 2 });
  const ended = bulkAfter(BULK, event({ state: 'done', done: 9 }));
  expect(ended).toMatchObject({ state: 'done', done: 9 });
});

it('a late event does not reverse the progress of a bulk operation', () => {
  expect(bulkAfter(BULK, event({ done: 2, refused: 0 }))).toMatchObject({
    done: 4,
    refused_count: 1,
  });
  const ended = bulkAfter(BULK, event({ state: 'stopped', done: 6 }));
  expect(bulkAfter(ended, event({ done: 5 }))).toBe(ended);
});

it.each([event({ bulk_id: 'b' }), event({ state: 'odd' }), event({}, 'status')])(
  'an unrelated event changes nothing about a bulk operation: %j',
  (other) => {
    expect(bulkAfter(BULK, other)).toBe(BULK);
  },
);
