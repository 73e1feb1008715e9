import {
  charCodeAt,
  parse,
  slice,
  toText,
  TypeErrorClass,
  Uint8ArrayClass,
} from '../intrinsics.js';
import { Blob, blobBytes, blobOf } from './blob.js';
import { BodyStream, copyBytes, isUsed, takeBytes } from './body-stream.js';
import { bytesOf } from '../web/bytes.js';
import { FormData, toMultipart } from './form-data.js';
import { parseForm } from './form-parser.js';
import type { Headers } from './headers.js';
import { URLSearchParams } from '../web/url-search-params.js';
import { decodeUtf8, encodeUtf8 } from '../web/utf8.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes of a body, and the content type of its kind; null if that has none. */
export interface BodyContent {
  bytes: Bytes;
  type: string | null;
}

let streamOf: (body: Body) => BodyStream | null;

/** The common part of Request and Response. */
export abstract class Body {
  abstract readonly headers: Headers;
  readonly #stream: BodyStream | null;

  static {
    streamOf = (body) => body.#stream;
  }

  constructor(bytes: Bytes | null) {
    this.#stream = bytes === null ? null : new BodyStream(bytes);
  }

  get body(): BodyStream | null {
    return this.#stream;
  }

  get bodyUsed(): boolean {
    return this.#stream !== null && isUsed(this.#stream);
  }

  /** Returns the body as UTF-8, whatever the content type says. */
  async text(): Promise<string> {
    return withoutBom(decodeUtf8(this.#take()));
  }

  async json(): Promise<unknown> {
    return parse(withoutBom(decodeUtf8(this.#take())));
  }

  async bytes(): Promise<Bytes> {
    return this.#take();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = this.#take();
    const whole = bytes.length === bytes.buffer.byteLength;
    return whole ? bytes.buffer : new Uint8ArrayClass(bytes).buffer;
  }

  async blob(): Promise<Blob> {
    return blobOf(this.#take(), this.headers.get('content-type') ?? '');
  }

  async formData(): Promise<FormData> {
    return parseForm(this.#take(), this.headers.get('content-type') ?? '');
  }

  #take(): Bytes {
    return this.#stream === null ? new Uint8ArrayClass(0) : takeBytes(this.#stream);
  }
}

/** Takes the bytes of a body; null if it has none. Throws TypeError if they have been taken. */
export function takeBody(body: Body): Bytes | null {
  const stream = streamOf(body);
  return stream === null ? null : takeBytes(stream);
}

/** Returns the bytes as `takeBody` does, but leaves the body as it is. */
export function copyBody(body: Body): Bytes | null {
  const stream = streamOf(body);
  return stream === null ? null : copyBytes(stream);
}

/** Implements https://fetch.spec.whatwg.org/#concept-bodyinit-extract; any other value is sent as text. */
export function contentOf(body: unknown): BodyContent {
  if (body instanceof URLSearchParams)
    return {
      bytes: encodeUtf8(body.toString()),
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
    };
  if (body instanceof Blob)
    return { bytes: blobBytes(body), type: body.type === '' ? null : body.type };
  if (body instanceof FormData) return toMultipart(body);
  if (body instanceof BodyStream) return { bytes: takeBytes(body), type: null };
  const bytes = bytesOf(body);
  if (bytes !== null) return { bytes: new Uint8ArrayClass(bytes), type: null };
  if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
    throw new TypeErrorClass('A body cannot be a stream here: give it as text or bytes');
  return { bytes: encodeUtf8(toText(body)), type: 'text/plain;charset=UTF-8' };
}

function withoutBom(text: string): string {
  return charCodeAt(text, 0) === 0xfeff ? slice(text, 1, text.length) : text;
}
