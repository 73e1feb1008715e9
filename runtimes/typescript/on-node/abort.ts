/** Replaces `guest/web/abort.ts` on Node with Node's classes, so that Node's `fetch` accepts the signals of a run. */

const { AbortController, AbortSignal } = globalThis;
type AbortSignal = globalThis.AbortSignal;
export { AbortController, AbortSignal };

/** Calls `callback` whenever the script learns from `signal` that it has aborted. */
export function onSeen(signal: AbortSignal, callback: () => void): void {
  const seen = <T>(value: T): T => {
    if (isAborted.call(signal)) callback();
    return value;
  };
  let listened = false;
  Object.defineProperties(signal, {
    aborted: { get: () => seen(isAborted.call(signal)), configurable: true },
    reason: { get: () => seen(reasonOf.call(signal)), configurable: true },
    addEventListener: {
      value: (...args: Parameters<AbortSignal['addEventListener']>) => {
        listened = true;
        AbortSignal.prototype.addEventListener.apply(signal, args);
      },
      configurable: true,
      writable: true,
    },
  });
  // Added before any listener of the script.
  AbortSignal.prototype.addEventListener.call(signal, 'abort', () => {
    if (listened || signal.onabort !== null) callback();
  });
}

const isAborted = getter<boolean>('aborted');
const reasonOf = getter<unknown>('reason');

function getter<T>(name: 'aborted' | 'reason'): (this: AbortSignal) => T {
  const property = Object.getOwnPropertyDescriptor(AbortSignal.prototype, name);
  if (property?.get === undefined) throw new Error(`AbortSignal has no ${name}`);
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to signals
  return property.get as (this: AbortSignal) => T;
}
