import { charCodeAt, RangeErrorClass, stringify, toText, TypeErrorClass } from '../intrinsics.js';
import { Body, type BodySource, extractBody, copyBody } from './body.js';
import { guardedHeaders, type Headers } from './headers.js';
import { URL } from '../web/url.js';

interface ResponseInit {
  status?: unknown;
  statusText?: unknown;
  headers?: unknown;
}

/** A response without its body. */
interface Head {
  /** `basic` for a received response. */
  type: 'default' | 'basic' | 'error';
  status: number;
  statusText: string;
  headers: Headers;
  url: string;
  redirected: boolean;
}

let setHead: (response: Response, head: Head) => void;

/** Implements https://fetch.spec.whatwg.org/#response-class. */
export class Response extends Body {
  #head: Head;

  static {
    setHead = (response, head) => {
      response.#head = head;
    };
  }

  constructor(body: unknown = null, init: ResponseInit = {}) {
    const status = parseStatus(init.status);
    if (body !== null && isBodyless(status))
      throw new TypeErrorClass(`Response: one with status ${status} has no body`);
    const content = body === null ? null : extractBody(body);
    super(content?.source ?? null);
    const headers = guardedHeaders(init.headers, 'none');
    if (content?.type != null && !headers.has('content-type'))
      headers.append('content-type', content.type);
    const statusText = parseStatusText(init.statusText);
    this.#head = { type: 'default', status, statusText, headers, url: '', redirected: false };
  }

  static error(): Response {
    const headers = guardedHeaders(undefined, 'immutable');
    const head: Head = {
      type: 'error',
      status: 0,
      statusText: '',
      headers,
      url: '',
      redirected: false,
    };
    return createResponse(null, head);
  }

  static json(data: unknown, init: ResponseInit = {}): Response {
    const text = stringify(data) as string | undefined;
    if (text === undefined)
      throw new TypeErrorClass('Response.json: this is nothing that JSON has');
    const headers = guardedHeaders(init.headers, 'none');
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new Response(text, { ...init, headers });
  }

  static redirect(url: unknown, status: unknown = 302): Response {
    const { href } = new URL(url);
    if (status !== 301 && status !== 302 && status !== 303 && status !== 307 && status !== 308)
      throw new RangeErrorClass(`Response.redirect: ${toText(status)} is not that of a redirect`);
    return new Response(null, { status, headers: { location: href } });
  }

  get type(): string {
    return this.#head.type;
  }

  get status(): number {
    return this.#head.status;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get statusText(): string {
    return this.#head.statusText;
  }

  override get headers(): Headers {
    return this.#head.headers;
  }

  /** The final URL, after all redirects, without a fragment. */
  get url(): string {
    return this.#head.url;
  }

  get redirected(): boolean {
    return this.#head.redirected;
  }

  get [Symbol.toStringTag](): string {
    return 'Response';
  }

  clone(): Response {
    const guard = this.#head.type === 'default' ? 'none' : 'immutable';
    const headers = guardedHeaders(this.#head.headers, guard);
    return createResponse(copyBody(this), { ...this.#head, headers });
  }
}

/** The answer of `http.request` without its body. */
export interface Received {
  url: string;
  status: number;
  status_text: string;
  headers: readonly (readonly [name: string, value: string])[];
  redirected: boolean;
}

/** Returns a received response, which owns `bytes` from then on. */
export function receivedResponse(received: Received, bytes: Uint8Array<ArrayBuffer>): Response {
  const { url, status, status_text: statusText, redirected } = received;
  const headers = guardedHeaders(received.headers, 'immutable');
  const body = isBodyless(status) ? null : bytes;
  return createResponse(body, { type: 'basic', status, statusText, headers, url, redirected });
}

function createResponse(source: BodySource | null, head: Head): Response {
  const response = new Response(source);
  setHead(response, head);
  return response;
}

function parseStatus(value: unknown): number {
  if (value === undefined) return 200;
  const status = +toText(value);
  if (!(status >= 200 && status <= 599) || status % 1 !== 0)
    throw new RangeErrorClass(`Response: the status must be from 200 to 599, not ${toText(value)}`);
  return status;
}

function isBodyless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

function parseStatusText(value: unknown): string {
  if (value === undefined) return '';
  const text = toText(value);
  for (let index = 0; index < text.length; index += 1) {
    const code = charCodeAt(text, index);
    if (code > 255 || code === 127 || (code < 32 && code !== 9))
      throw new TypeErrorClass('Response: `statusText` has characters that cannot be in it');
  }
  return text;
}
