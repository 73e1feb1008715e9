import { DOMException, Event, EventTarget, host, structuredClone } from './shared.js';

interface MessageOptions {
  data?: unknown;
  origin?: string;
  lastEventId?: string;
  source?: unknown;
  ports?: readonly MessagePort[];
}

/** Implements https://html.spec.whatwg.org/#messageevent. */
class MessageEvent extends Event {
  readonly data: unknown;
  readonly origin: string;
  readonly lastEventId: string;
  readonly source: unknown;
  readonly ports: readonly MessagePort[];

  constructor(type: unknown, options: MessageOptions & { cancelable?: boolean } = {}) {
    super(type, options);
    this.data = options.data === undefined ? null : options.data;
    this.origin = `${options.origin ?? ''}`;
    this.lastEventId = `${options.lastEventId ?? ''}`;
    this.source = options.source ?? null;
    this.ports = Object.freeze([...(options.ports ?? [])]);
  }
}

type Handler = ((event: Event) => unknown) | null;

let entangle: (one: MessagePort, other: MessagePort) => void;

/**
 * Implements https://html.spec.whatwg.org/#messageport. Both ports belong to one run. Messages are copied; ports cannot
 * be sent. An open port does not keep the run alive.
 */
class MessagePort extends EventTarget {
  #other: MessagePort | null = null;
  #queue: unknown[] = [];
  #started = false;
  #closed = false;
  #due = false;
  #onmessage: Handler = null;
  onmessageerror: Handler = null;

  static {
    entangle = (one, other) => {
      one.#other = other;
      other.#other = one;
    };
  }

  get onmessage(): Handler {
    return this.#onmessage;
  }

  set onmessage(handler: Handler) {
    this.#onmessage = typeof handler === 'function' ? handler : null;
    this.start();
  }

  postMessage(message: unknown, options?: unknown): void {
    const transfer = Array.isArray(options) ? { transfer: options } : options;
    const ports = (transfer as { transfer?: unknown[] } | undefined)?.transfer ?? [];
    if (ports.some((item) => item instanceof MessagePort))
      throw new DOMException('postMessage: a port cannot be sent here', 'DataCloneError');
    const copy: unknown = structuredClone(message, transfer as never);
    const other = this.#other;
    if (other === null || other.#closed) return;
    other.#queue.push(copy);
    other.#wake();
  }

  /** Has no effect, like `unref`: an open port does not keep a run alive. */
  ref(): void {}

  unref(): void {}

  hasRef(): boolean {
    return false;
  }

  start(): void {
    this.#started = true;
    this.#wake();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const other = this.#other;
    if (other !== null && !other.#closed) {
      other.#closed = true;
      host.setTimer(() => other.dispatchEvent(new Event('close')), 0);
    }
  }

  /** Delivers messages in separate tasks, one each, as on the web. */
  #wake(): void {
    if (!this.#started || this.#due || this.#queue.length === 0) return;
    this.#due = true;
    host.setTimer(() => {
      this.#due = false;
      if (this.#queue.length === 0) return;
      const event = new MessageEvent('message', { data: this.#queue.shift() });
      this.#wake();
      // `dispatchEvent` reports exceptions of listeners, including the handler.
      const handler = this.#onmessage;
      if (handler !== null) this.addEventListener('message', handler, { once: true });
      this.dispatchEvent(event);
    }, 0);
  }

  get [Symbol.toStringTag](): string {
    return 'MessagePort';
  }
}

class MessageChannel {
  readonly port1 = new MessagePort();
  readonly port2 = new MessagePort();

  constructor() {
    entangle(this.port1, this.port2);
  }

  get [Symbol.toStringTag](): string {
    return 'MessageChannel';
  }
}

export default { MessageChannel, MessageEvent, MessagePort };
