import type { HttpReply } from './exchange.js';
import { httpError } from './http-error.js';
import { faultOfUrl, type HttpRequest } from './http-request.js';

const REDIRECTS = [301, 302, 303, 307, 308];
/** Of a body that is left behind. */
const BODY_HEADERS = ['content-encoding', 'content-language', 'content-location', 'content-type'];
/** For whom they were meant alone. */
const CREDENTIALS = ['authorization', 'cookie'];

/**
 * The request that `reply` redirects to, by https://fetch.spec.whatwg.org/#http-redirect-fetch; null where it
 * does not. Throws MetarunError where it leads to nothing that could be requested.
 */
export function redirectedRequest(
  request: HttpRequest,
  { status, header }: Pick<HttpReply, 'status' | 'header'>,
): HttpRequest | null {
  const { location } = header;
  if (!REDIRECTS.includes(status) || location === undefined) return null;
  const url = URL.parse(location, request.url.href);
  const fault = url === null ? 'is no URL' : faultOfUrl(url);
  if (url === null || fault !== null)
    throw httpError(`${request.url.host} redirects to an address that ${fault}.`);
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
