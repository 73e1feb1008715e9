/** The parts of Node's `timers/promises` that need only a timer. */

interface Options {
  signal?: AbortSignal;
}

function wait<T>(ms = 0, value?: T, { signal }: Options = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

function setImmediate<T>(value?: T, options?: Options): Promise<T | undefined> {
  return wait(0, value, options);
}

export default {
  setTimeout: wait,
  setImmediate,
  scheduler: { wait: (ms: number, options?: Options) => wait(ms, undefined, options) },
};
