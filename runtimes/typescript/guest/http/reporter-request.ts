import { inspect } from '../inspect.js';
import {
  isArray,
  isFinite,
  keys,
  RangeErrorClass,
  stringify,
  toUpperCase,
  TypeErrorClass,
} from '../intrinsics.js';
import { type BodyContent, extractBody, readAllBytes } from './body.js';
import { exchange } from './fetch.js';
import { guardedHeaders, headerPairs, isToken } from './headers.js';
import type { Redirect } from './request.js';
import type { Response } from './response.js';
import { encodeUtf8 } from '../web/utf8.js';
import { URLSearchParams } from '../web/url-search-params.js';
import { URL } from '../web/url.js';

const NAME = 'reporter.http.request';
const OPTIONS = ['headers', 'query', 'json', 'body', 'timeoutMs', 'redirect'] as const;
const DEFAULT_TIMEOUT_MS = 30_000;

type Options = Partial<Record<(typeof OPTIONS)[number], unknown>>;

/** Implements `reporter.http.request`. Rejects with a MetarunError if there is no response; no status is an error. */
export async function request(
  method: unknown,
  url: unknown,
  options: Options = {},
): Promise<Response> {
  if (typeof method !== 'string' || !isToken(method))
    throw new TypeErrorClass(`${NAME} needs the method as a string such as "GET"`);
  checkNames(options);
  const content = contentFrom(options);
  const headers = guardedHeaders(options.headers, 'none');
  if (content?.type != null && !headers.has('content-type'))
    headers.append('content-type', content.type);
  return exchange(
    {
      url: withQuery(url, options.query),
      method: toUpperCase(method),
      headers: headerPairs(headers),
      body: content === null ? null : await readAllBytes(content.source),
      redirect: redirectFor(options.redirect),
      timeoutMs: toTimeoutMs(options.timeoutMs),
    },
    null,
  );
}

/**
 * Validates an option: an invalid value is a RangeError, as everywhere in the reporter; `fetch` has to throw a
 * TypeError.
 */
function redirectFor(value: unknown): Redirect {
  if (value === undefined) return 'follow';
  if (value === 'follow' || value === 'manual' || value === 'error') return value;
  throw new RangeErrorClass(`${NAME} needs redirect to be "follow", "manual" or "error"`);
}

function checkNames(options: object): void {
  const names = keys(options);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    let known = false;
    for (let at = 0; at < OPTIONS.length; at += 1) known ||= OPTIONS[at] === name;
    if (!known)
      throw new TypeErrorClass(
        `${NAME} has no option "${name}"; there are headers, query, json, body, timeoutMs and redirect`,
      );
  }
}

function contentFrom({ json, body = null }: Options): BodyContent | null {
  if (json === undefined) return body === null ? null : extractBody(body);
  if (body !== null) throw new TypeErrorClass(`${NAME} takes \`json\` or \`body\`, not both`);
  const text = stringify(json) as string | undefined;
  if (text === undefined) throw new TypeErrorClass(`${NAME}: \`json\` is nothing that JSON has`);
  return { source: encodeUtf8(text), type: 'application/json' };
}

/** Returns `url` with the members of `query` appended: lists repeat their name; null and undefined are omitted. */
function withQuery(url: unknown, query: unknown): string {
  const made = new URL(url);
  if (query == null) return made.href;
  if (typeof query !== 'object')
    throw new TypeErrorClass(`${NAME} needs the query as an object, not ${inspect(query)}`);
  const params = made.searchParams;
  if (query instanceof URLSearchParams || isArray(query)) {
    for (const [name, value] of new URLSearchParams(query)) params.append(name, value);
    return made.href;
  }
  const names = keys(query);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const value = (query as Record<string, unknown>)[name];
    const values = isArray(value) ? (value as unknown[]) : [value];
    for (let at = 0; at < values.length; at += 1)
      if (values[at] != null) params.append(name, values[at]);
  }
  return made.href;
}

/** Returns the timeout in ms; null for no limit except the run's. */
function toTimeoutMs(ms: unknown = DEFAULT_TIMEOUT_MS): number | null {
  if (ms === null) return null;
  if (typeof ms === 'number' && isFinite(ms) && ms > 0) return ms < 1 ? 1 : ms - (ms % 1);
  const ErrorKind = typeof ms === 'number' ? RangeErrorClass : TypeErrorClass;
  throw new ErrorKind(`${NAME} needs timeoutMs as a number of ms over 0, or null for none`);
}
