import { expect, it } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import type { Bulk } from '../api/types.js';
import { bulkAfter, patchBulk } from './bulk-change.js';
import { LiveQueryClient } from './live-query-client.js';

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

it('an operation that ends during the first read of it is read again', async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const client = new LiveQueryClient();
  const queryKey = ['bulk', 'p', 'a'];
  const states: Bulk['state'][] = ['running', 'done'];
  const observer = new QueryObserver(client, {
    queryKey,
    retry: false,
    queryFn: async () => {
      const state = states.shift();
      if (state === 'running') await mayAnswer;
      return { ...BULK, state };
    },
  });
  const leave = observer.subscribe(() => undefined);
  patchBulk(client, queryKey, event({ state: 'done', done: 9 }));
  answer();
  await client.getQueryCache().find({ queryKey })?.promise;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([client.getQueryData(queryKey), states]).toEqual([{ ...BULK, state: 'done' }, []]);
  leave();
  client.clear();
});
