import { apply, PromiseClass, promiseThen } from './intrinsics.js';
import type { Link } from './link.js';
import { AbortController, type AbortSignal } from './web/abort.js';
import { DOMException } from './web/dom-exception.js';
import { host } from './web/host.js';

/** Ends a call of a step's function that took too long. */
export class StepTimeout {
  constructor(readonly seconds: number) {}
}

/**
 * Calls `fn` with a signal and returns its value. Throws a StepTimeout after `seconds`, and aborts the signal. Work
 * that ignores the signal continues, but nothing waits for it.
 */
export function within(
  link: Link,
  seconds: number,
  fn: (signal: AbortSignal) => unknown,
): Promise<unknown> {
  const stop = new AbortController();
  return new PromiseClass((resolve, reject) => {
    const clear = host.setTimer(() => {
      try {
        // A cancel ends all timers early.
        link.throwIfCancelled();
      } catch (cancelled) {
        return reject(cancelled);
      }
      reject(new StepTimeout(seconds));
      stop.abort(new DOMException(`The step passed its timeout of ${seconds} s.`, 'TimeoutError'));
    }, seconds * 1000);
    const work = async (): Promise<unknown> => apply(fn, undefined, [stop.signal]);
    const ended = (settle: (value: unknown) => void) => (value: unknown) => {
      clear();
      settle(value);
    };
    void promiseThen(work(), ended(resolve), ended(reject));
  });
}
