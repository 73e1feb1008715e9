import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/**
 * Resolves as `work` does if it settles within `ms`, and otherwise rejects with the result of `late`. The work itself
 * continues.
 */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  const lateness = async (): Promise<never> => {
    await delay(ms, undefined, { signal });
    // If the process was busy for so long, the answer may have arrived without being read.
    await nextTurn(undefined, { signal });
    throw late();
  };
  try {
    return await Promise.race([work, lateness()]);
  } finally {
    over.abort();
  }
}
