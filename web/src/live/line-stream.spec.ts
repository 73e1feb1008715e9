import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { FakeSource } from '../../../test/support/fake-source.js';

let seen: unknown[];
let stop: () => void;
const { opened } = FakeSource;

beforeEach(async () => {
  jest.useFakeTimers();
  opened.length = 0;
  seen = [];
  const document = Object.assign(new EventTarget(), { baseURI: 'http://server/ui/' });
  const addEventListener = (): void => undefined;
  Object.assign(globalThis, { document, addEventListener, EventSource: FakeSource });
  // Without locks, each tab leads for itself at once.
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
  const { followLines } = await import('./line-stream.js');
  stop = followLines('p', 't', {
    onLines: (lines) => seen.push(lines.map(({ seq, text }) => `${seq} ${text}`)),
    onText: (texts) => seen.push(texts.map(({ text, stepId, reset }) => [text, stepId, reset])),
    onOpen: () => seen.push('open'),
  });
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

const newest = (): FakeSource | undefined => opened.at(-1);

it('the lines and texts of a task come in batches, without those of other tasks', () => {
  const { pathname, searchParams } = newest()?.address ?? new URL('none:');
  expect(pathname).toBe('/external/v1/projects/p/events');
  expect(Object.fromEntries(searchParams)).toEqual({ types: 'log,text', task_id: 't' });
  newest()?.dispatchEvent(new Event('open'));
  newest()?.send('log', '7', { task_id: 't', text: 'one' });
  newest()?.send('log', '8', { task_id: 'other', text: 'two' });
  newest()?.send('log', '9', { task_id: 't', text: 'three' });
  newest()?.send('text', '10', { task_id: 't', text: 'a', step_id: 's', reset: true });
  expect(seen).toEqual(['open']);
  jest.advanceTimersByTime(50);
  expect(seen).toEqual(['open', ['7 one', '9 three'], [['a', 's', true]]]);
});

it('a stream of lines that ends is opened again, after a longer pause where the server has ended it', () => {
  newest()?.refuse();
  jest.advanceTimersByTime(1_999);
  expect(opened).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(opened).toHaveLength(2);
  newest()?.dispatchEvent(new Event('closed'));
  expect(newest()?.readyState).toBe(FakeSource.CLOSED);
  jest.advanceTimersByTime(29_999);
  expect(opened).toHaveLength(2);
  jest.advanceTimersByTime(1);
  expect(opened).toHaveLength(3);
  newest()?.dispatchEvent(new Event('gap'));
  expect(seen).toEqual(['open']);
});

it('a stream of lines is closed with its reader, and not opened again', () => {
  newest()?.refuse();
  stop();
  jest.advanceTimersByTime(60_000);
  expect([opened.length, opened[0]?.readyState]).toEqual([1, FakeSource.CLOSED]);
});
