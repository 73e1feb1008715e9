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
import { makeTimeouts, type Timer } from './timeouts.js';

const MAX_TIMERS = 10_000;
const MAX_DELAY_MS = 2 ** 31 - 1;

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
      this.timeout('setTimeout', callback, ms, args, false);
    target['setInterval'] = (callback: unknown, ms?: unknown, ...args: unknown[]) =>
      this.timeout('setInterval', callback, ms, args, true);
    target['setImmediate'] = (callback: unknown, ...args: unknown[]) => {
      const timer = made('setImmediate', callback, 0, args, false);
      return new (makeTimeouts().Immediate)(this, this.add('setImmediate', timer), timer);
    };
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
    if (timer.repeats) this.supervisor.setTimer(id, timer.ms);
    else this.drop(id);
    this.run(timer.callback, timer.args);
  }

  /**
   * Returns a function that fires the current timers early, so that the next call of a sleeping script throws: an
   * exception cannot wake it.
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

  /** The number of timers that the script waits for. */
  get awaited(): number {
    let count = 0;
    for (const id in this.timers) if (this.timers[id]?.isAwaited === true) count += 1;
    return count;
  }

  /** Sets a timer of the guest itself. Returns a function that clears it. */
  after(callback: () => void, ms: number): () => void {
    const name = 'AbortSignal.timeout';
    const timer = made(name, callback, ms, [], false);
    timer.isAwaited = false;
    const id = this.add(name, timer);
    return () => this.clear(id);
  }

  isPending(id: number): boolean {
    return this.timers[id] !== undefined;
  }

  /** Starts a timer again, even if it has already fired. */
  start(id: number, timer: Timer): void {
    if (this.timers[id] === undefined) this.count += 1;
    else this.supervisor.clearTimer(id);
    this.timers[id] = timer;
    this.supervisor.setTimer(id, timer.ms);
  }

  clear(given: unknown): void {
    const id = typeof given === 'number' ? given : makeTimeouts().toTimerId(given);
    if (typeof id !== 'number' || this.timers[id] === undefined) return;
    this.drop(id);
    this.supervisor.clearTimer(id);
  }

  private timeout(
    name: string,
    callback: unknown,
    ms: unknown,
    args: unknown[],
    repeats: boolean,
  ): object {
    const timer = made(name, callback, ms, args, repeats);
    return new (makeTimeouts().Timeout)(this, this.add(name, timer), timer);
  }

  private add(name: string, timer: Timer): number {
    if (this.count >= MAX_TIMERS)
      throw new RangeErrorClass(`${name}: a script may have at most ${MAX_TIMERS} timers at once`);
    const id = (this.lastId += 1);
    this.start(id, timer);
    return id;
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

/** Returns words for timers that a script waits for; [] for none. */
export function timersInWords(count: number): string[] {
  return count === 0 ? [] : [count === 1 ? '1 timer' : `${count} timers`];
}

function needFunction(name: string, callback: unknown): Timer['callback'] {
  if (typeof callback !== 'function')
    throw new TypeErrorClass(`${name} needs a function, not ${typeof callback}`);
  return callback as Timer['callback'];
}

function made(
  name: string,
  callback: unknown,
  ms: unknown,
  args: unknown[],
  repeats: boolean,
): Timer {
  const given = typeof ms === 'number' && ms > 0 ? ms : 0;
  return {
    callback: needFunction(name, callback),
    args,
    ms: given > MAX_DELAY_MS ? MAX_DELAY_MS : given,
    repeats,
    isAwaited: true,
  };
}
