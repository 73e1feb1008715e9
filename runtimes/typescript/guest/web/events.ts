import { apply, toText, TypeErrorClass, wallClock } from '../intrinsics.js';
import { host } from './host.js';

interface EventOptions {
  bubbles?: boolean;
  cancelable?: boolean;
  composed?: boolean;
}

/** Changes an event during a dispatch, which its listeners cannot. */
let setTarget: (event: Event, target: EventTarget | null) => void;
let isStopped: (event: Event) => boolean;

export class Event {
  static readonly NONE = 0;
  static readonly CAPTURING_PHASE = 1;
  static readonly AT_TARGET = 2;
  static readonly BUBBLING_PHASE = 3;
  readonly type: string;
  readonly bubbles: boolean;
  readonly cancelable: boolean;
  readonly composed: boolean;
  /** False, since all events of a script are its own. */
  readonly isTrusted = false;
  /** Has no effect: an event has one target here, and no tree in which it could bubble. */
  cancelBubble = false;
  readonly timeStamp = wallClock();
  #target: EventTarget | null = null;
  #current: EventTarget | null = null;
  #prevented = false;
  #stopped = false;

  static {
    setTarget = (event, target) => {
      event.#current = target;
      if (target !== null) event.#target = target;
    };
    isStopped = (event) => event.#stopped;
  }

  constructor(
    type: unknown,
    { bubbles = false, cancelable = false, composed = false }: EventOptions = {},
  ) {
    this.type = toText(type);
    this.bubbles = !!bubbles;
    this.cancelable = !!cancelable;
    this.composed = !!composed;
  }

  get target(): EventTarget | null {
    return this.#target;
  }

  get currentTarget(): EventTarget | null {
    return this.#current;
  }

  get srcElement(): EventTarget | null {
    return this.#target;
  }

  get eventPhase(): number {
    return this.#current === null ? Event.NONE : Event.AT_TARGET;
  }

  composedPath(): EventTarget[] {
    return this.#current === null ? [] : [this.#current];
  }

  get defaultPrevented(): boolean {
    return this.#prevented;
  }

  get returnValue(): boolean {
    return !this.#prevented;
  }

  set returnValue(value: unknown) {
    if (value === false) this.preventDefault();
  }

  preventDefault(): void {
    if (this.cancelable) this.#prevented = true;
  }

  stopPropagation(): void {
    this.cancelBubble = true;
  }

  stopImmediatePropagation(): void {
    this.stopPropagation();
    this.#stopped = true;
  }
}

type Callback = ((event: Event) => unknown) | { handleEvent(event: Event): unknown };

interface Listener {
  type: string;
  callback: Callback;
  once: boolean;
}

interface ListenerOptions {
  once?: boolean;
  signal?: EventTarget & { readonly aborted: boolean };
}

export class EventTarget {
  #listeners: readonly Listener[] = [];

  addEventListener(type: unknown, callback: unknown, options?: ListenerOptions | boolean): void {
    if (callback == null) return;
    if (typeof callback !== 'function' && typeof callback !== 'object')
      throw new TypeErrorClass(
        `addEventListener needs a function or an object with handleEvent, not ${typeof callback}`,
      );
    const { once = false, signal } = typeof options === 'object' ? options : {};
    const name = toText(type);
    if (signal?.aborted || this.#find(name, callback) !== null) return;
    this.#listeners = [...this.#listeners, { type: name, callback: callback as Callback, once }];
    signal?.addEventListener('abort', () => this.removeEventListener(name, callback), {
      once: true,
    });
  }

  removeEventListener(type: unknown, callback: unknown): void {
    const found = this.#find(toText(type), callback);
    if (found !== null) this.#remove(found);
  }

  /**
   * Dispatches an event; returns false if a listener has called `preventDefault`. A listener that throws fails the run.
   */
  dispatchEvent(event: Event): boolean {
    if (!(event instanceof Event)) throw new TypeErrorClass('dispatchEvent needs an Event');
    setTarget(event, this);
    const listeners = this.#listeners;
    for (let index = 0; index < listeners.length && !isStopped(event); index += 1) {
      const listener = listeners[index];
      if (listener?.type !== event.type || !this.#has(listener)) continue;
      if (listener.once) this.#remove(listener);
      call(listener.callback, this, event);
    }
    setTarget(event, null);
    return !event.defaultPrevented;
  }

  #find(type: string, callback: unknown): Listener | null {
    for (let index = 0; index < this.#listeners.length; index += 1) {
      const listener = this.#listeners[index];
      if (listener?.type === type && listener.callback === callback) return listener;
    }
    return null;
  }

  #has(listener: Listener): boolean {
    return this.#find(listener.type, listener.callback) === listener;
  }

  #remove(listener: Listener): void {
    const kept: Listener[] = [];
    for (let index = 0; index < this.#listeners.length; index += 1) {
      const other = this.#listeners[index];
      if (other !== undefined && other !== listener) kept[kept.length] = other;
    }
    this.#listeners = kept;
  }
}

/** Calls a listener; if it throws, the run fails. */
export function call(callback: Callback, target: EventTarget, event: Event): void {
  try {
    if (typeof callback === 'function') apply(callback, target, [event]);
    else callback.handleEvent(event);
  } catch (thrown) {
    host.report(thrown);
  }
}
