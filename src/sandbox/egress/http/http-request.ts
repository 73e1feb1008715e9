import { validateHeaderValue } from 'node:http';
import { invalidField } from '../../../base/kernel/errors.js';
import type { Json } from '../../../base/kernel/json.js';
import { CapabilityArgs } from '../../runtime/capability-args.js';

/** Maximum size of a body in either direction (bytes): in base64, it fits into one frame of the protocol. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Maximum length of a request's header names and values together (characters). */
const MAX_HEADERS_LENGTH = 64 * 1024;
const MAX_METHOD_LENGTH = 32;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export const METHOD = 'http.request';
const ARGUMENTS = ['id', 'url', 'method', 'headers', 'body', 'redirect', 'timeout_ms'];
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK'];
/** Connection headers, which the service sets. A Host header from the script would bypass allowed_hosts. */
const CONNECTION_HEADERS =
  /^(connection|content-length|expect|host|http2-settings|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/;

export type Header = readonly [name: string, value: string];

/** A request to one server, before redirects. */
export interface HttpRequest {
  url: URL;
  method: string;
  headers: readonly Header[];
  body: Buffer | null;
}

/** A script's call of `http.request`. */
export interface HttpCall {
  request: HttpRequest;
  redirect: 'follow' | 'manual' | 'error';
  /** Time limit for the whole exchange including redirects; null for no limit other than the run's. */
  timeoutMs: number | null;
  /** Id with which the script can abort the request. */
  id: number | null;
}

/** Throws a 422 that names the invalid argument. */
export function parseHttpCall(json: Json): HttpCall {
  const args = new CapabilityArgs(METHOD, json, ARGUMENTS);
  const body = args.optionalText('body');
  return {
    request: {
      url: parseUrl(args.text('url')),
      method: parseMethod(args.text('method')),
      headers: parseHeaders(args.pairs('headers')),
      body: body === null ? null : parseBody(body),
    },
    redirect: args.choice('redirect', ['follow', 'manual', 'error'], 'follow'),
    timeoutMs: args.optionalWhole('timeout_ms', 1, MAX_TIMEOUT_MS),
    id: args.optionalWhole('id', 0, Number.MAX_SAFE_INTEGER),
  };
}

/** Returns why `url` cannot be the target of a request; null if it can. */
export function urlProblem(url: URL): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `has the scheme "${url.protocol}"; only http: and https: can be requested`;
  if (url.username !== '' || url.password !== '')
    return 'has credentials in it; send them in an Authorization header';
  return null;
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null)
    throw invalidField(METHOD, '"url" must be an absolute URL, such as https://a.b/');
  const problem = urlProblem(url);
  if (problem !== null) throw invalidField(METHOD, `"url" ${problem}`);
  return url;
}

function parseMethod(text: string): string {
  const method = text.toUpperCase();
  if (!TOKEN.test(method) || method.length > MAX_METHOD_LENGTH)
    throw invalidField(METHOD, '"method" must be a method of HTTP, such as GET');
  if (FORBIDDEN_METHODS.includes(method))
    throw invalidField(METHOD, `"method" cannot be ${method}`);
  return method;
}

function parseHeaders(pairs: readonly Header[]): readonly Header[] {
  let length = 0;
  for (const [name, value] of pairs) {
    if (!TOKEN.test(name))
      throw invalidField(METHOD, `"headers": ${quoted(name)} is not a header name`);
    if (CONNECTION_HEADERS.test(name.toLowerCase()))
      throw invalidField(METHOD, `"headers": ${name} is set by the service; leave it out`);
    if (!isHeaderValue(name, value))
      throw invalidField(
        METHOD,
        `"headers": the value of ${name.slice(0, 100)} has a line break or a character that cannot be sent`,
      );
    length += name.length + value.length;
  }
  if (length > MAX_HEADERS_LENGTH)
    throw invalidField(
      METHOD,
      `"headers" have ${length} characters; ${MAX_HEADERS_LENGTH} can be sent`,
    );
  return pairs;
}

function isHeaderValue(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

function parseBody(text: string): Buffer {
  const body = Buffer.from(text, 'base64');
  if (body.length !== Buffer.byteLength(text, 'base64'))
    throw invalidField(METHOD, '"body" must be base64');
  if (body.length > MAX_BODY_BYTES)
    throw invalidField(METHOD, `"body" has ${body.length} bytes; ${MAX_BODY_BYTES} can be sent`);
  return body;
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
