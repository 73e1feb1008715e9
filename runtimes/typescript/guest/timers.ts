import {
  apply,
  create,
  keys,
  PromiseClass,
  RangeErrorClass,
  promiseThen,
  TypeErrorClass,
} from './intrinsics.js';
import type { Supervisor } from './link.js';

const MAX_TIMERS = 10_000;
const MAX_DELAY_MS = 2 ** 31 - 1;

interface Timer {
  callback: (...args: unknown[]) => unknown;
  args: unknown[];
  /** Null for a timeout. */
  every: number | null;
}

/** `setTimeout` and its family. An exception in a callback fails the run, as it would end a process. */
export class Timers {
  private timers: Record<number, Timer> = create(null);
  private count = 0;
  private lastId = 0;

  constructor(
    private readonly supervisor: Supervisor,
    private readonly onError: (thrown: unknown) => void,
  ) {}

  install(target: Record<string, unknown>): void {
    const clear = (id: unknown): void => this.clear(id);
    target['setTimeout'] = (callback: unknown, ms?: unknown, ...args: unknown[]) =>
      this.add('setTimeout', callback, ms, args, false);
    target['setInterval'] = (callback: unknown, ms?: unknown, ...args: unknown[]) =>
      this.add('setInterval', callback, ms, args, true);
    target['setImmediate'] = (callback: unknown, ...args: unknown[]) =>
      this.add('setImmediate', callback, 0, args, false);
    target['clearImmediate'] = clear;
    target['clearTimeout'] = clear;
    target['clearInterval'] = clear;
    target['queueMicrotask'] = (callback: unknown) => {
      const work = needFunction('queueMicrotask', callback);
      void promiseThen(PromiseClass.resolve(), () => this.run(work, []));
    };
  }

  fire(id: number): void {
    const timer = this.timers[id];
    if (timer === undefined) return;
    if (timer.every === null) this.drop(id);
    else this.supervisor.setTimer(id, timer.every);
    this.run(timer.callback, timer.args);
  }

  /**
   * Ends the current timers early, so that the next call of a sleeping script throws: an exception cannot wake it. Returns a
   * function that does this for the timers that exist now.
   */
  takeWaits(): () => void {
    const due = keys(this.timers);
    return () => {
      for (let index = 0; index < due.length; index += 1) {
        const id = +(due[index] ?? 0);
        this.supervisor.clearTimer(id);
        this.fire(id);
      }
    };
  }

  /** Sets a timer of the guest's own. Returns a function that clears it. */
  after(callback: () => void, ms: number): () => void {
    const id = this.add('AbortSignal.timeout', callback, ms, [], false);
    return () => this.clear(id);
  }

  private add(
    name: string,
    callback: unknown,
    ms: unknown,
    args: unknown[],
    repeat: boolean,
  ): number {
    const work = needFunction(name, callback);
    if (this.count >= MAX_TIMERS)
      throw new RangeErrorClass(`${name}: a script may have at most ${MAX_TIMERS} timers at once`);
    const given = typeof ms === 'number' && ms > 0 ? ms : 0;
    const delay = given > MAX_DELAY_MS ? MAX_DELAY_MS : given;
    const id = (this.lastId += 1);
    this.count += 1;
    this.timers[id] = { callback: work, args, every: repeat ? delay : null };
    this.supervisor.setTimer(id, delay);
    return id;
  }

  private clear(id: unknown): void {
    if (typeof id !== 'number' || this.timers[id] === undefined) return;
    this.drop(id);
    this.supervisor.clearTimer(id);
  }

  private drop(id: number): void {
    delete this.timers[id];
    this.count -= 1;
  }

  private run(callback: Timer['callback'], args: unknown[]): void {
    try {
      apply(callback, undefined, args);
    } catch (thrown) {
      this.onError(thrown);
    }
  }
}

function needFunction(name: string, callback: unknown): Timer['callback'] {
  if (typeof callback !== 'function')
    throw new TypeErrorClass(`${name} needs a function, not ${typeof callback}`);
  return callback as Timer['callback'];
}
