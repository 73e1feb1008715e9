import { TransformStream } from 'web-streams-polyfill';
import { TextDecoder, TextEncoder } from './shared.js';

const LEAD = /[\ud800-\udbff]$/;

/** Implements https://encoding.spec.whatwg.org/#textencoderstream; half a surrogate pair waits for the other half. */
export class TextEncoderStream {
  readonly #transform: TransformStream<unknown, Uint8Array>;

  constructor() {
    const encoder = new TextEncoder();
    let held = '';
    this.#transform = new TransformStream({
      transform(chunk, controller) {
        const text = held + String(chunk);
        held = LEAD.exec(text)?.[0] ?? '';
        const whole = held === '' ? text : text.slice(0, -1);
        if (whole !== '') controller.enqueue(encoder.encode(whole));
      },
      flush(controller) {
        if (held !== '') controller.enqueue(encoder.encode(held));
      },
    });
  }

  get encoding(): string {
    return 'utf-8';
  }

  get readable() {
    return this.#transform.readable;
  }

  get writable() {
    return this.#transform.writable;
  }

  get [Symbol.toStringTag](): string {
    return 'TextEncoderStream';
  }
}

/** Implements https://encoding.spec.whatwg.org/#textdecoderstream. */
export class TextDecoderStream {
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #transform: TransformStream<unknown, string>;

  constructor(label: unknown = 'utf-8', options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
    const decoder = new TextDecoder(label, options);
    this.#decoder = decoder;
    this.#transform = new TransformStream({
      transform(chunk, controller) {
        const text = decoder.decode(chunk ?? null, { stream: true });
        if (text !== '') controller.enqueue(text);
      },
      flush(controller) {
        const text = decoder.decode();
        if (text !== '') controller.enqueue(text);
      },
    });
  }

  get encoding(): string {
    return this.#decoder.encoding;
  }

  get fatal(): boolean {
    return this.#decoder.fatal;
  }

  get ignoreBOM(): boolean {
    return this.#decoder.ignoreBOM;
  }

  get readable() {
    return this.#transform.readable;
  }

  get writable() {
    return this.#transform.writable;
  }

  get [Symbol.toStringTag](): string {
    return 'TextDecoderStream';
  }
}
