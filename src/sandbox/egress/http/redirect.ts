import type { HttpReply } from './exchange.js';
import { httpError } from './http-error.js';
import { urlProblem, type HttpRequest } from './http-request.js';

/** Maximum number of redirects of one call. */
export const MAX_REDIRECTS = 20;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Headers that describe a dropped body. */
const BODY_HEADERS = ['content-encoding', 'content-language', 'content-location', 'content-type'];
/** Headers that are meant for the first server only. */
const CREDENTIALS = ['authorization', 'cookie'];

/**
 * Returns the request that `reply` redirects to, according to https://fetch.spec.whatwg.org/#http-redirect-fetch; null
 * if it does not redirect. Throws MetarunError if the target cannot be requested.
 */
export function redirectedRequest(
  request: HttpRequest,
  { status, header }: Pick<HttpReply, 'status' | 'header'>,
): HttpRequest | null {
  const { location } = header;
  if (!REDIRECTS.includes(status) || location === undefined) return null;
  const url = URL.parse(location, request.url.href);
  const problem = url === null ? 'is not a URL' : urlProblem(url);
  if (url === null || problem !== null)
    throw httpError(`${request.url.host} redirects to an address that ${problem}.`);
  const { method } = request;
  const becomesGet =
    (method === 'POST' && (status === 301 || status === 302)) ||
    (status === 303 && method !== 'GET' && method !== 'HEAD');
  const dropped = [
    ...(becomesGet ? BODY_HEADERS : []),
    ...(url.origin === request.url.origin ? [] : CREDENTIALS),
  ];
  return {
    url,
    method: becomesGet ? 'GET' : method,
    headers: request.headers.filter(([name]) => !dropped.includes(name.toLowerCase())),
    body: becomesGet ? null : request.body,
  };
}
