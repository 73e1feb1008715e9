import { type IncomingMessage, request as send } from 'node:http';
import type { Duplex } from 'node:stream';
import { VERSION } from '../../../base/kernel/version.js';
import type { RunNetwork } from '../../runtime/run-network.js';
import { toTarget } from '../host.js';
import type { BodyBudget } from './body-budget.js';
import { ACCEPTED_CODINGS, decoded } from './content-coding.js';
import { exchangeError, httpError } from './http-error.js';
import type { Header, HttpRequest } from './http-request.js';
import { secured } from './secure-socket.js';

/** Maximum size of all response headers (bytes). */
const MAX_HEADER_BYTES = 64 * 1024;
/** Methods whose requests have no content-length if they have no body. */
const BODYLESS = ['GET', 'HEAD', 'OPTIONS', 'DELETE'];

export interface HttpReply {
  status: number;
  statusText: string;
  headers: Header[];
  /** `headers`, keyed by lower-case name. */
  header: IncomingMessage['headers'];
  body: Buffer;
}

interface ExchangeContext {
  network: RunNetwork;
  budget: BodyBudget;
  signal: AbortSignal;
}

/** The type of {@link exchange}. */
export type Exchange = typeof exchange;

/**
 * Sends one request to one server over its own connection. Reads and decodes the response body if `wanted` returns
 * true. Throws MetarunError; after an abort of `signal`, any error.
 */
export async function exchange(
  request: HttpRequest,
  { network, budget, signal }: ExchangeContext,
  wanted: (reply: Omit<HttpReply, 'body'>) => boolean,
): Promise<HttpReply> {
  const { url } = request;
  const secure = url.protocol === 'https:';
  const { host, port } = toTarget(url);
  const socket = await network.connect(host, port, signal);
  try {
    const channel = secure ? await secured(socket, host, signal) : socket;
    const answer = await readResponse(request, channel, signal);
    const head = responseHead(answer);
    if (!wanted(head)) return { ...head, body: Buffer.alloc(0) };
    const raw = await budget.read(answer, url.host);
    return { ...head, body: await decoded(raw, head.header['content-encoding'], url.host) };
  } catch (error) {
    throw exchangeError(url.host, error);
  } finally {
    socket.destroy();
  }
}

function readResponse(
  request: HttpRequest,
  channel: Duplex,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { url, method, body } = request;
  return new Promise((resolve, reject) => {
    const outgoing = send({
      createConnection: () => channel,
      method,
      path: url.pathname + url.search,
      headers: buildHeaders(request).flat(),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    });
    outgoing.once('response', resolve);
    // The listener is kept: the connection may fail again while the response is read.
    outgoing.on('error', reject);
    // On a response that switches protocols, the request closes without an error.
    outgoing.once('close', () => reject(httpError(`${url.host} did not answer in HTTP/1.1.`)));
    outgoing.end(body ?? undefined);
  });
}

/** Returns the headers to send: the script's, defaults for the ones it omits, and those of the connection. */
function buildHeaders({ url, method, headers, body }: HttpRequest): Header[] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const defaults: Header[] = [
    ['accept', '*/*'],
    ['accept-encoding', ACCEPTED_CODINGS],
    ['user-agent', `metarun/${VERSION}`],
  ];
  const hasLength = body !== null || !BODYLESS.includes(method);
  return [
    ['host', url.host],
    ['connection', 'close'],
    ...(hasLength ? [['content-length', String(body?.length ?? 0)] as const] : []),
    ...defaults.filter(([name]) => !given.has(name)),
    ...headers,
  ];
}

function responseHead(answer: IncomingMessage): Omit<HttpReply, 'body'> {
  const { rawHeaders } = answer;
  const headers: Header[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  return {
    status: answer.statusCode ?? 0,
    statusText: answer.statusMessage ?? '',
    headers,
    header: answer.headers,
  };
}
