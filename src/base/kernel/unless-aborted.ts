/**
 * Settles as `work` does, or rejects as soon as `signal` aborts, with `errorOf()` or by default the signal's reason.
 * The work itself continues.
 */
export function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  errorOf: () => unknown = () => signal.reason,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = (): void => reject(errorOf());
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  work.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
