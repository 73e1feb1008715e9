import { PromiseClass, TypeErrorClass, Uint8ArrayClass } from '../intrinsics.js';

type Bytes = Uint8Array<ArrayBuffer>;
type Chunk = { done: false; value: Bytes } | { done: true; value: undefined };

/** Marks a stream as read, and returns its bytes. */
let disturb: (stream: BodyStream) => Bytes;
let isDisturbed: (stream: BodyStream) => boolean;
let peek: (stream: BodyStream) => Bytes;
let release: (stream: BodyStream) => void;

/**
 * Reads like a `ReadableStream` of the bytes of a body. A body is in memory as a whole, so the stream has one chunk. It can be
 * read by a reader or by `for await`; it cannot be piped, and scripts cannot make one.
 */
export class BodyStream {
  #bytes: Bytes;
  #disturbed = false;
  #locked = false;

  static {
    disturb = (stream) => {
      const bytes = stream.#disturbed ? new Uint8ArrayClass(0) : stream.#bytes;
      stream.#disturbed = true;
      stream.#bytes = new Uint8ArrayClass(0);
      return bytes;
    };
    isDisturbed = (stream) => stream.#disturbed;
    peek = (stream) => stream.#bytes;
    release = (stream) => {
      stream.#locked = false;
    };
  }

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  get locked(): boolean {
    return this.#locked;
  }

  get [Symbol.toStringTag](): string {
    return 'ReadableStream';
  }

  getReader(): BodyReader {
    if (this.#locked) throw new TypeErrorClass('The body has a reader already');
    this.#locked = true;
    return new BodyReader(this);
  }

  async cancel(): Promise<void> {
    if (this.#locked) throw new TypeErrorClass('The body has a reader: cancel that');
    disturb(this);
  }

  tee(): [BodyStream, BodyStream] {
    if (this.#locked) throw new TypeErrorClass('The body has a reader already');
    this.#locked = true;
    const bytes = disturb(this);
    return [new BodyStream(bytes), new BodyStream(new Uint8ArrayClass(bytes))];
  }

  async *values(): AsyncGenerator<Bytes> {
    const reader = this.getReader();
    try {
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
        yield chunk.value;
    } finally {
      await reader.cancel();
      reader.releaseLock();
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<Bytes> {
    return this.values();
  }
}

class BodyReader {
  #stream: BodyStream | null;
  #close: () => void = () => undefined;
  readonly closed = new PromiseClass<void>((resolve) => {
    this.#close = resolve;
  });

  constructor(stream: BodyStream) {
    this.#stream = stream;
  }

  async read(): Promise<Chunk> {
    const bytes = disturb(this.#held());
    if (bytes.length > 0) return { done: false, value: bytes };
    this.#close();
    return { done: true, value: undefined };
  }

  async cancel(): Promise<void> {
    disturb(this.#held());
    this.#close();
  }

  releaseLock(): void {
    if (this.#stream !== null) release(this.#stream);
    this.#stream = null;
  }

  #held(): BodyStream {
    if (this.#stream === null) throw new TypeErrorClass('The reader has released its body');
    return this.#stream;
  }
}

/** Takes the bytes. Throws TypeError if they have been taken, or are being read by a script. */
export function takeBytes(stream: BodyStream): Bytes {
  needUnused(stream);
  return disturb(stream);
}

/** Returns a copy of the bytes; throws as `takeBytes` does. */
export function copyBytes(stream: BodyStream): Bytes {
  needUnused(stream);
  return new Uint8ArrayClass(peek(stream));
}

export function isUsed(stream: BodyStream): boolean {
  return isDisturbed(stream);
}

function needUnused(stream: BodyStream): void {
  if (stream.locked || isDisturbed(stream))
    throw new TypeErrorClass('The body has been read already: clone() before it is read twice');
}
