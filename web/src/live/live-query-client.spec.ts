import { afterEach, expect, it } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { LiveQueryClient } from './live-query-client.js';

const client = new LiveQueryClient();
afterEach(() => {
  client.clear();
  globalThis.earlyAnswers = undefined;
});

/**
 * Shows the answer of a server, which is its value at the time of the request. Returns a function that answers the
 * first request.
 */
function show(server: { value: string }) {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  let questions = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['run'],
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const { value } = server;
      if ((questions += 1) === 1) await mayAnswer;
      return value;
    },
  });
  const leave = observer.subscribe(() => undefined);
  return { answer, leave, data: () => client.getQueryData(['run']), questions: () => questions };
}

it('data that changes during its first read is read again', async () => {
  const server = { value: 'running' };
  const shown = show(server);
  server.value = 'waiting';
  const invalidated = client.invalidateQueries({ queryKey: ['run'] });
  shown.answer();
  await invalidated;
  expect([shown.data(), shown.questions()]).toEqual(['waiting', 2]);
  shown.leave();
});

it('data that an event updates during a read is read again', async () => {
  const server = { value: 'running' };
  const shown = show(server);
  server.value = 'done';
  client.patchQuery(['run'], () => 'done');
  shown.answer();
  await client.getQueryCache().find({ queryKey: ['run'] })?.promise;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([shown.data(), shown.questions()]).toEqual(['done', 2]);
  shown.leave();
});

it('data that is left during its first read is stale once it has come', async () => {
  const server = { value: 'running' };
  const shown = show(server);
  shown.leave();
  const invalidated = client.invalidateQueries({ queryKey: ['run'], refetchType: 'none' });
  shown.answer();
  await invalidated;
  expect(client.getQueryState(['run'])).toMatchObject({ data: 'running', isInvalidated: true });
  expect(shown.questions()).toBe(1);
});

it('a first answer that has come already is read again once', async () => {
  const server = { value: 'running' };
  const shown = show(server);
  shown.answer();
  await client.getQueryCache().find({ queryKey: ['run'] })?.promise;
  server.value = 'waiting';
  await client.invalidateQueries();
  expect([shown.data(), shown.questions()]).toEqual(['waiting', 2]);
  shown.leave();
});

it('the oldest question of what is shown is known, and a question asked again is as old as that', async () => {
  expect(client.oldestAsk([['run']])).toBe(Infinity);
  const before = performance.now();
  const shown = show({ value: 'running' });
  const first = client.oldestAsk([['tasks'], ['run']]);
  expect(first).toBeGreaterThanOrEqual(before);
  shown.answer();
  await client.invalidateQueries();
  expect(client.oldestAsk([['run']])).toBeGreaterThan(first);
  shown.leave();
  expect(client.oldestAsk([['run']])).toBe(Infinity);
});

it('a question is as old as an early answer that it may take', () => {
  const at = performance.now() - 1_000;
  const answer = Promise.resolve(new Response());
  globalThis.earlyAnswers = new Map([['/run', { answer, at }]]);
  const shown = show({ value: 'running' });
  expect(client.oldestAsk([['run']])).toBe(at);
  shown.leave();
});

it('an early answer that is too old to be taken makes no question older', () => {
  const before = performance.now();
  const answer = Promise.resolve(new Response());
  globalThis.earlyAnswers = new Map([['/run', { answer, at: before - 60_000 }]]);
  const shown = show({ value: 'running' });
  expect(client.oldestAsk([['run']])).toBeGreaterThanOrEqual(before);
  shown.leave();
});
