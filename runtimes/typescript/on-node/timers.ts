import timers from 'node:timers';
import { setTimeout as promised } from 'node:timers/promises';
import { promisify } from 'node:util';

type Timeout = NodeJS.Timeout & { _destroyed?: boolean };

/** A script's global `setTimeout`, whose waits a cancel ends early. */
export class Waits {
  private readonly current = new Map<Timeout, () => void>();

  install(): void {
    const { setTimeout: start, clearTimeout: clear } = globalThis;
    const waiting = (
      callback: (...args: unknown[]) => void,
      ms?: number,
      ...args: unknown[]
    ): Timeout => {
      if (typeof callback !== 'function') return start(callback, ms, ...args);
      const fire = (): void => {
        this.current.delete(timer);
        callback(...args);
      };
      const timer: Timeout = start(fire, ms);
      this.current.set(timer, fire);
      return timer;
    };
    const replaced = Object.assign(waiting, { [promisify.custom]: promised });
    const cleared: typeof clearTimeout = (timer) => {
      if (typeof timer === 'object') this.current.delete(timer as Timeout);
      clear(timer);
    };
    for (const target of [globalThis, timers])
      Object.assign(target, { setTimeout: replaced, clearTimeout: cleared });
  }

  /** Returns a function that ends the current waits. */
  take(): () => void {
    const due = [...this.current];
    return () => {
      for (const [timer, fire] of due) {
        // A script can end a timer through its methods.
        if (!this.current.has(timer) || timer._destroyed === true) continue;
        globalThis.clearTimeout(timer);
        fire();
      }
    };
  }
}
