/** Waits for `ms`; rejects with the signal's reason if it is aborted before. */
export function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const over = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
    };
    const aborted = (): void => {
      over();
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      over();
      resolve();
    }, ms);
    signal?.addEventListener('abort', aborted);
  });
}
