import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** Resolves as `work` does, within `ms`; after them it rejects with what `late` returns. `work` goes on. */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  const lateness = async (): Promise<never> => {
    await delay(ms, undefined, { signal });
    // Of a process that was busy for so long the answer may have come and not been read.
    await nextTurn(undefined, { signal });
    throw late();
  };
  try {
    return await Promise.race([work, lateness()]);
  } finally {
    over.abort();
  }
}
