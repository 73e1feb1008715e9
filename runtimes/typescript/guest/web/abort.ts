import { TypeErrorClass } from '../intrinsics.js';
import { DOMException } from './dom-exception.js';
import { call, Event, EventTarget } from './events.js';
import { host } from './host.js';

type Handler = ((event: Event) => unknown) | null;

/** Passed to the constructor by code that may create a signal. */
const PRIVATE = {};

let abort: (signal: AbortSignal, reason: unknown) => void;
let watch: (signal: AbortSignal, onSeen: () => void) => void;

export class AbortSignal extends EventTarget {
  onabort: Handler = null;
  #aborted = false;
  #reason: unknown = undefined;
  #dependents: AbortSignal[] = [];
  #onSeen: (() => void) | null = null;
  #listened = false;

  static {
    abort = (signal, reason) => signal.#abort(reason);
    watch = (signal, onSeen) => {
      signal.#onSeen = onSeen;
    };
  }

  constructor(key?: unknown) {
    if (key !== PRIVATE)
      throw new TypeErrorClass('AbortSignal cannot be made with new: use an AbortController');
    super();
  }

  static abort(reason: unknown = abortError()): AbortSignal {
    const signal = new AbortSignal(PRIVATE);
    signal.#abort(reason);
    return signal;
  }

  /** Returns a signal that aborts after `ms` with a TimeoutError. */
  static timeout(ms: unknown): AbortSignal {
    if (typeof ms !== 'number' || !(ms >= 0))
      throw new TypeErrorClass('AbortSignal.timeout needs the time in ms, from 0');
    const signal = new AbortSignal(PRIVATE);
    host.setTimer(
      () => signal.#abort(new DOMException('The operation timed out.', 'TimeoutError')),
      ms,
    );
    return signal;
  }

  /** Returns a signal that aborts with the first of `signals` that aborts, and with its reason. */
  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const made = new AbortSignal(PRIVATE);
    const sources = [...signals];
    for (let index = 0; index < sources.length; index += 1) {
      const source = sources[index];
      if (!(source instanceof AbortSignal))
        throw new TypeErrorClass('AbortSignal.any needs AbortSignals');
      if (source.#aborted && !made.#aborted) made.#abort(source.reason);
      source.#dependents[source.#dependents.length] = made;
    }
    return made;
  }

  get aborted(): boolean {
    if (this.#aborted) this.#onSeen?.();
    return this.#aborted;
  }

  get reason(): unknown {
    if (this.#aborted) this.#onSeen?.();
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.#reason;
  }

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    super.addEventListener(...args);
    this.#listened = true;
  }

  #abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    const event = new Event('abort');
    if (this.onabort !== null || this.#listened) this.#onSeen?.();
    if (typeof this.onabort === 'function') call(this.onabort, this, event);
    this.dispatchEvent(event);
    for (let index = 0; index < this.#dependents.length; index += 1) {
      const dependent = this.#dependents[index];
      if (dependent === undefined || dependent.#aborted) continue;
      dependent.#onSeen = this.#onSeen;
      dependent.#abort(reason);
    }
  }
}

export class AbortController {
  readonly signal = new AbortSignal(PRIVATE);

  abort(reason: unknown = abortError()): void {
    abort(this.signal, reason);
  }
}

/** Calls `callback` whenever the script learns from `signal` that it has aborted. */
export function onSeen(signal: AbortSignal, callback: () => void): void {
  watch(signal, callback);
}

function abortError(): DOMException {
  return new DOMException('The operation was aborted.', 'AbortError');
}
