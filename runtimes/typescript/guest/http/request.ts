import { indexOf, toText, toUpperCase, TypeErrorClass } from '../intrinsics.js';
import { AbortController, AbortSignal } from '../web/abort.js';
import { Body, extractBody, copyBody, moveBody } from './body.js';
import { isReadableStream } from './body-stream.js';
import { guardedHeaders, type Headers, isToken } from './headers.js';
import { URL } from '../web/url.js';

export type Redirect = 'follow' | 'manual' | 'error';

interface RequestInit {
  method?: unknown;
  headers?: unknown;
  body?: unknown;
  redirect?: unknown;
  duplex?: unknown;
  signal?: unknown;
  integrity?: unknown;
}

/** Method names that are sent in upper case, however the script writes them. */
const NORMALISED = ' DELETE GET HEAD OPTIONS POST PUT ';
const FORBIDDEN = ' CONNECT TRACE TRACK ';

/**
 * Implements https://fetch.spec.whatwg.org/#request-class. Options that only have a meaning in browsers (`mode`,
 * `credentials`, `cache`, …) are accepted without effect.
 */
export class Request extends Body {
  readonly method: string;
  readonly url: string;
  override readonly headers: Headers;
  readonly redirect: Redirect;
  readonly signal: AbortSignal;

  constructor(input: unknown, init: RequestInit = {}) {
    const from = input instanceof Request ? input : null;
    const method =
      init.method === undefined ? (from?.method ?? 'GET') : normaliseMethod(init.method);
    const { body = null } = init;
    const bodyless = method === 'GET' || method === 'HEAD';
    if (bodyless && (body !== null || (from !== null && from.body !== null)))
      throw new TypeErrorClass(`Request: a ${method} has no body`);
    const content = body === null ? null : extractBody(body);
    if (content !== null && isReadableStream(content.source) && init.duplex !== 'half')
      throw new TypeErrorClass("Request: a stream as the body needs `duplex: 'half'`");
    super(content?.source ?? (from === null ? null : moveBody(from)));
    this.method = method;
    this.url = from?.url ?? normaliseUrl(input);
    this.headers = guardedHeaders(init.headers ?? from?.headers, 'request');
    if (content?.type != null && !this.headers.has('content-type'))
      this.headers.append('content-type', content.type);
    this.redirect = parseRedirect(init.redirect ?? from?.redirect);
    this.signal = resolveSignal(init.signal === undefined ? from?.signal : init.signal);
    if (init.integrity !== undefined && init.integrity !== '')
      throw new TypeErrorClass('Request: `integrity` cannot be checked here; hash the body');
  }

  get [Symbol.toStringTag](): string {
    return 'Request';
  }

  clone(): Request {
    const { method, headers, redirect, signal } = this;
    const body = copyBody(this);
    return new Request(this.url, { method, headers, redirect, signal, body, duplex: 'half' });
  }
}

function normaliseMethod(given: unknown): string {
  const method = toText(given);
  const upper = toUpperCase(method);
  if (!isToken(method)) throw new TypeErrorClass(`Request: "${method}" is not a method`);
  if (isOneOf(FORBIDDEN, upper))
    throw new TypeErrorClass(`Request: the method ${upper} cannot be used`);
  return isOneOf(NORMALISED, upper) ? upper : method;
}

function isOneOf(names: string, name: string): boolean {
  return indexOf(names, ` ${name} `, 0) !== -1;
}

function normaliseUrl(input: unknown): string {
  const url = new URL(input);
  if (url.username !== '' || url.password !== '')
    throw new TypeErrorClass(
      'Request: the URL has credentials in it; send them by an Authorization header',
    );
  return url.href;
}

export function parseRedirect(value: unknown): Redirect {
  if (value === undefined || value === 'follow') return 'follow';
  if (value === 'manual' || value === 'error') return value;
  throw new TypeErrorClass('Request: `redirect` must be "follow", "manual" or "error"');
}

function resolveSignal(value: unknown): AbortSignal {
  if (value == null) return new AbortController().signal;
  if (value instanceof AbortSignal) return value;
  throw new TypeErrorClass('Request: `signal` must be an AbortSignal');
}
