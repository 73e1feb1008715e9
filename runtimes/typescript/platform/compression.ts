import { ZStream, zlibDeflate, zlibDeflateInit2, zlibInflate, zlibInflateInit2 } from 'pako';
import { TransformStream } from 'web-streams-polyfill';
import { toBytesOrNull } from './shared.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** Constants of zlib. */
const NO_FLUSH = 0;
const FINISH = 4;
const OK = 0;
const STREAM_END = 1;
const NEED_DICTIONARY = 2;
const BUFFER_ERROR = -5;
const DEFLATED = 8;
const USUAL_LEVEL = 6;
const USUAL_MEMORY = 8;
/** Size of one part of the output, in bytes. */
const PART = 16 * 1024;
/** Window size, which also selects the format in zlib: zlib, gzip, or raw data. */
const WINDOW: ReadonlyMap<string, number> = new Map([
  ['deflate', 15],
  ['gzip', 31],
  ['deflate-raw', -15],
]);

abstract class Coder {
  readonly #transform: TransformStream<unknown, Bytes>;
  protected readonly stream = new ZStream();

  constructor(
    private readonly name: string,
    format: unknown,
  ) {
    const window = WINDOW.get(String(format));
    if (window === undefined)
      throw new TypeError(`${name}: there are "deflate", "deflate-raw" and "gzip"`);
    this.begin(window);
    this.#transform = new TransformStream<unknown, Bytes>({
      transform: (chunk, controller) => this.take(chunk, (part) => controller.enqueue(part)),
      flush: (controller) => this.finish((part) => controller.enqueue(part)),
    });
  }

  get readable() {
    return this.#transform.readable;
  }

  get writable() {
    return this.#transform.writable;
  }

  protected abstract begin(window: number): void;
  protected abstract take(chunk: unknown, emit: (part: Bytes) => void): void;
  protected abstract finish(emit: (part: Bytes) => void): void;

  /** Passes a chunk to zlib, and its output to `emit`. Returns zlib's last status. */
  protected work(
    input: Uint8Array,
    step: (stream: ZStream) => number,
    emit: (part: Bytes) => void,
  ): number {
    const { stream } = this;
    stream.input = input;
    stream.next_in = 0;
    stream.avail_in = input.length;
    for (;;) {
      stream.output = new Uint8Array(PART);
      stream.next_out = 0;
      stream.avail_out = PART;
      const status = step(stream);
      if (stream.next_out > 0) emit(stream.output.subarray(0, stream.next_out));
      if (status !== OK || stream.avail_out > 0) return status;
    }
  }

  protected bytes(chunk: unknown): Uint8Array {
    const bytes = toBytesOrNull(chunk);
    if (bytes === null) throw new TypeError(`${this.name} takes buffers and views of them`);
    return bytes;
  }
}

/** Implements https://compression.spec.whatwg.org/#compressionstream. */
export class CompressionStream extends Coder {
  constructor(format: unknown) {
    super('CompressionStream', format);
  }

  get [Symbol.toStringTag](): string {
    return 'CompressionStream';
  }

  protected begin(window: number): void {
    zlibDeflateInit2(this.stream, USUAL_LEVEL, DEFLATED, window, USUAL_MEMORY, 0);
  }

  protected take(chunk: unknown, emit: (part: Bytes) => void): void {
    this.work(this.bytes(chunk), (stream) => zlibDeflate(stream, NO_FLUSH), emit);
  }

  protected finish(emit: (part: Bytes) => void): void {
    this.work(new Uint8Array(0), (stream) => zlibDeflate(stream, FINISH), emit);
  }
}

/**
 * Implements https://compression.spec.whatwg.org/#decompressionstream; damaged, truncated or overlong data is a
 * TypeError.
 */
export class DecompressionStream extends Coder {
  #ended = false;

  constructor(format: unknown) {
    super('DecompressionStream', format);
  }

  get [Symbol.toStringTag](): string {
    return 'DecompressionStream';
  }

  protected begin(window: number): void {
    zlibInflateInit2(this.stream, window);
  }

  protected take(chunk: unknown, emit: (part: Bytes) => void): void {
    const input = this.bytes(chunk);
    if (input.length === 0) return;
    if (this.#ended) throw new TypeError('There is more after the end of the compressed data');
    const status = this.work(input, (stream) => zlibInflate(stream, NO_FLUSH), emit);
    this.#ended = status === STREAM_END;
    if (status === NEED_DICTIONARY || (status < 0 && status !== BUFFER_ERROR))
      throw new TypeError(`The compressed data are damaged: ${this.stream.msg}`);
    if (this.#ended && this.stream.avail_in > 0)
      throw new TypeError('There is more after the end of the compressed data');
  }

  protected finish(): void {
    if (!this.#ended) throw new TypeError('The compressed data are cut off');
  }
}
