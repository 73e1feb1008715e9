export interface Timer {
  callback: (...args: unknown[]) => unknown;
  args: unknown[];
  ms: number;
  repeats: boolean;
  /** False for a timer that the script does not wait for: it is unref'd, or the guest's own. */
  isAwaited: boolean;
}

/** All timers of a run. */
interface TimersOf {
  isPending(id: number): boolean;
  start(id: number, timer: Timer): void;
  clear(id: number): void;
}

/** The return value of `setImmediate`, with the members shared with {@link Timeout}. */
class Immediate {
  constructor(
    protected readonly timers: TimersOf,
    readonly id: number,
    protected readonly timer: Timer,
  ) {}

  ref(): this {
    this.timer.isAwaited = true;
    return this;
  }

  unref(): this {
    this.timer.isAwaited = false;
    return this;
  }

  hasRef(): boolean {
    return this.timer.isAwaited && this.timers.isPending(this.id);
  }

  [Symbol.dispose](): void {
    this.timers.clear(this.id);
  }
}

/**
 * The return value of `setTimeout` and `setInterval`, with the same members as in Node. As a number, it is the timer's
 * id.
 */
class Timeout extends Immediate {
  refresh(): this {
    this.timers.start(this.id, this.timer);
    return this;
  }

  close(): this {
    this.timers.clear(this.id);
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.id;
  }
}

/** Returns the id of a timer given by a script; undefined for any other value. */
function toTimerId(given: unknown): unknown {
  if (given instanceof Immediate) return given.id;
  return typeof given === 'string' ? +given : given;
}

/** Creates the functions on first use. @see scripts/in-one-function.mjs */
export function makeTimeouts() {
  return { Immediate, Timeout, toTimerId };
}
