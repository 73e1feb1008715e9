import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/** Looks again and again until `look` gives something other than undefined or false; fails after `timeoutMs`. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms for: ${what}`);
    await delay(POLL_MS);
  }
}
