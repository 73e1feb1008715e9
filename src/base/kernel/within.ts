import { setTimeout as delay } from 'node:timers/promises';

/** Resolves as `work` does, within `ms`; after them it rejects with what `late` returns. `work` goes on. */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const over = new AbortController();
  try {
    const lateness = delay(ms, undefined, { signal: over.signal }).then(() => {
      throw late();
    });
    return await Promise.race([work, lateness]);
  } finally {
    over.abort();
  }
}
