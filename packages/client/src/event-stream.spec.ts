import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { readBlocks } from './event-stream.js';

/** Longer than a server is silent, ms. */
const SILENCE_MS = 45_000;
const broken = (error: unknown): Error => new Error('broken', { cause: error });

let cancelled: boolean;
let body: ReadableStream<Uint8Array>;
let send: (text: string) => void;
beforeEach(() => {
  jest.useFakeTimers();
  cancelled = false;
  body = new ReadableStream({
    start(stream) {
      send = (text) => stream.enqueue(new TextEncoder().encode(text));
    },
    cancel() {
      cancelled = true;
    },
  });
});
afterEach(() => {
  jest.useRealTimers();
});

it('a stream that is silent for long is broken, and its connection is let go', async () => {
  const blocks = readBlocks(body, broken);
  const first = blocks.next();
  await jest.advanceTimersByTimeAsync(SILENCE_MS - 1);
  send(': still here\nid: 1\n\n');
  expect((await first).value).toEqual({ id: '1', event: null });
  let end: unknown = null;
  blocks.next().catch((error: unknown) => (end = error));
  await jest.advanceTimersByTimeAsync(SILENCE_MS);
  expect(end).toMatchObject({ message: 'broken' });
  expect(cancelled).toBe(true);
});

it('a stream ends with the signal of its caller, also while nothing comes', async () => {
  const enough = new AbortController();
  let end: unknown = null;
  readBlocks(body, broken, enough.signal)
    .next()
    .catch((error: unknown) => (end = error));
  enough.abort(new Error('enough'));
  await jest.advanceTimersByTimeAsync(1);
  expect(end).toMatchObject({ message: 'broken', cause: { message: 'enough' } });
  expect(cancelled).toBe(true);
});
