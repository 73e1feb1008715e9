import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { FakeSource } from '../../../test/support/fake-source.js';
import type { Message } from './project-events.js';

const ending = new AbortController();

beforeEach(() => {
  jest.useFakeTimers();
  const document = { baseURI: 'http://server/ui/' };
  Object.assign(globalThis, { document, EventSource: FakeSource });
});
afterEach(() => {
  ending.abort();
  jest.useRealTimers();
});

it('a stream that the server refuses is opened again after longer and longer pauses, and reports a gap', async () => {
  const { streamEvents } = await import('./project-events.js');
  const kinds: Message['kind'][] = [];
  void streamEvents('p', ending.signal, ({ kind }) => kinds.push(kind));
  const { opened } = FakeSource;
  expect(opened[0]?.address.pathname).toBe('/external/v1/projects/p/events');
  opened[0]?.refuse();
  jest.advanceTimersByTime(1_999);
  expect(opened).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(opened).toHaveLength(2);
  opened[1]?.refuse();
  jest.advanceTimersByTime(3_999);
  expect(opened).toHaveLength(2);
  jest.advanceTimersByTime(1);
  expect(opened).toHaveLength(3);
  kinds.length = 0;
  opened[2]?.dispatchEvent(new Event('open'));
  expect(kinds).toEqual(['gap', 'state']);
});
