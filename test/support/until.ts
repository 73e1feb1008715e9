import { setTimeout as delay } from 'node:timers/promises';

/** Shortest and longest pause between two polls, in ms. */
const POLL_MS = 15;
const MAX_POLL_MS = 100;

/**
 * Waits before the next poll of a wait that began at `start` (ms since the epoch). The pauses grow with the wait, as
 * each poll costs processor time.
 */
export function beforeNextPoll(start: number): Promise<void> {
  const waited = Date.now() - start;
  return delay(Math.min(MAX_POLL_MS, Math.max(POLL_MS, waited / 20)));
}

/** Polls until `poll` returns something other than undefined or false; fails after `timeoutMs`. */
export async function until<T>(
  what: string,
  poll: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = 240_000,
): Promise<T> {
  const start = Date.now();
  for (;;) {
    const found = await poll();
    if (found !== undefined && found !== false) return found;
    if (Date.now() - start > timeoutMs) throw new Error(`waited ${timeoutMs} ms for: ${what}`);
    await beforeNextPoll(start);
  }
}
