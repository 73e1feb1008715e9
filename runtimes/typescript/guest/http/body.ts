import {
  charCodeAt,
  parse,
  slice,
  toText,
  TypeErrorClass,
  Uint8ArrayClass,
} from '../intrinsics.js';
import { toBytesOrNull } from '../web/bytes.js';
import { URLSearchParams } from '../web/url-search-params.js';
import { decodeUtf8, encodeUtf8 } from '../web/utf8.js';
import { Blob, blobBytes, createBlob } from './blob.js';
import { isReadableStream, needUnused, type ReadableStream, streams } from './body-stream.js';
import { FormData, toMultipart } from './form-data.js';
import { parseForm } from './form-parser.js';
import type { Headers } from './headers.js';

type Bytes = Uint8Array<ArrayBuffer>;
/** The content of a body: bytes in memory, unless the script has provided a stream. */
export type BodySource = Bytes | ReadableStream;

/** The contents of a body, and the content type for its kind, or null. */
export interface BodyContent {
  source: BodySource;
  type: string | null;
}

let take: (body: Body) => Promise<Bytes> | Bytes | null;
let copy: (body: Body) => BodySource | null;
let move: (body: Body) => BodySource | null;

/** The common base of Request and Response. */
export abstract class Body {
  abstract readonly headers: Headers;
  /** Null once a stream has been made from the bytes. */
  #bytes: Bytes | null = null;
  #stream: ReadableStream | null = null;
  #used = false;

  static {
    take = (body) => body.#take();
    copy = (body) => body.#copy();
    move = (body) => {
      const { stream, bytes } = body.#unused();
      body.#used = true;
      if (stream === null) return bytes;
      // As the standard requires: the original body is locked from then on.
      const passed = new (streams().TransformStream)();
      void stream.pipeTo(passed.writable).catch(() => undefined);
      return passed.readable;
    };
  }

  constructor(source: BodySource | null) {
    if (source === null) return;
    if (isReadableStream(source)) {
      needUnused(source);
      this.#stream = source;
    } else this.#bytes = source;
  }

  get body(): ReadableStream | null {
    if (this.#bytes !== null) {
      this.#stream = streams().createByteStream(this.#bytes);
      this.#bytes = null;
      // The body has been read completely, so its stream is empty.
      if (this.#used) void this.#stream.cancel();
    }
    return this.#stream;
  }

  get bodyUsed(): boolean {
    return this.#used || (this.#stream !== null && streams().isDisturbed(this.#stream));
  }

  /** Returns the body as UTF-8, whatever the content type. */
  async text(): Promise<string> {
    return withoutBom(decodeUtf8(await this.#whole()));
  }

  async json(): Promise<unknown> {
    return parse(withoutBom(decodeUtf8(await this.#whole())));
  }

  async bytes(): Promise<Bytes> {
    return this.#whole();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = await this.#whole();
    const whole = bytes.length === bytes.buffer.byteLength;
    return whole ? bytes.buffer : new Uint8ArrayClass(bytes).buffer;
  }

  async blob(): Promise<Blob> {
    return createBlob(await this.#whole(), this.headers.get('content-type') ?? '');
  }

  async formData(): Promise<FormData> {
    return parseForm(await this.#whole(), this.headers.get('content-type') ?? '');
  }

  async #whole(): Promise<Bytes> {
    const taken = this.#take();
    // Avoids another turn if the bytes are available.
    return taken instanceof Uint8ArrayClass || taken === null
      ? (taken ?? new Uint8ArrayClass(0))
      : await taken;
  }

  #take(): Promise<Bytes> | Bytes | null {
    const { stream, bytes } = this.#unused();
    if (stream === null) {
      if (bytes !== null) this.#used = true;
      this.#bytes = bytes === null ? null : new Uint8ArrayClass(0);
      return bytes;
    }
    this.#used = true;
    return streams().readAll(stream);
  }

  #copy(): BodySource | null {
    const { stream, bytes } = this.#unused();
    if (stream === null) return bytes === null ? null : new Uint8ArrayClass(bytes);
    const [own, other] = stream.tee();
    this.#stream = own;
    return other;
  }

  /** Throws TypeError if the body has been read or is being read by a script. */
  #unused(): { stream: ReadableStream | null; bytes: Bytes | null } {
    if (this.#stream !== null) needUnused(this.#stream);
    else if (this.#used)
      throw new TypeErrorClass('The body has been read already: clone() before it is read twice');
    return { stream: this.#stream, bytes: this.#bytes };
  }
}

/** Takes the bytes of a body; null if it has none. Throws TypeError, or rejects with it, if they have been taken. */
export function takeBody(body: Body): Promise<Bytes> | Bytes | null {
  return take(body);
}

/** Returns the same as `takeBody`, but leaves the body unchanged. */
export function copyBody(body: Body): BodySource | null {
  return copy(body);
}

/** Takes a body for another one that continues to use it. */
export function moveBody(body: Body): BodySource | null {
  return move(body);
}

/** Implements https://fetch.spec.whatwg.org/#concept-bodyinit-extract; any other value is sent as text. */
export function extractBody(body: unknown): BodyContent {
  if (body instanceof URLSearchParams)
    return {
      source: encodeUtf8(body.toString()),
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
    };
  if (body instanceof Blob)
    return { source: blobBytes(body), type: body.type === '' ? null : body.type };
  if (body instanceof FormData) {
    const { bytes, type } = toMultipart(body);
    return { source: bytes, type };
  }
  const bytes = toBytesOrNull(body);
  if (bytes !== null) return { source: new Uint8ArrayClass(bytes), type: null };
  if (isReadableStream(body)) return { source: body, type: null };
  if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
    return { source: streams().ReadableStream.from(body as AsyncIterable<unknown>), type: null };
  return { source: encodeUtf8(toText(body)), type: 'text/plain;charset=UTF-8' };
}

/** Reads contents to the end and returns the bytes. */
export async function readAllBytes(source: BodySource): Promise<Bytes> {
  return isReadableStream(source) ? streams().readAll(source) : source;
}

function withoutBom(text: string): string {
  return charCodeAt(text, 0) === 0xfeff ? slice(text, 1, text.length) : text;
}
