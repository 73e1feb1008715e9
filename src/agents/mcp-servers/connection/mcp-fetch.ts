import type { IncomingMessage } from 'node:http';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { ConnectError } from '../../../sandbox/egress/connect-error.js';
import {
  bounded,
  decoded,
  exchanged,
  createResponse,
  type SentRequest,
} from '../../../sandbox/egress/http/plain-exchange.js';
import type { ServiceConnection } from '../../../sandbox/egress/service-egress.js';
import { McpFailure } from './mcp-failure.js';

/** Maximum size of one answer in bytes. */
export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/**
 * Header with which requests pass their name to {@link mcpFetch}, since the library does not set `Mcp-Name` for them.
 */
export const NAME_HEADER = 'x-metarun-mcp-name';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` for messages to one server: over guarded connections, only to its origin, and with its
 * credentials. It follows no redirects and aborts an answer that is too long. `onBroken` receives the reason why an
 * answer could not be read to its end; `onAside` receives the additional stream on which a server may ask questions,
 * unless it is `isPlain`.
 */
export function mcpFetch(
  server: { url: string; credentials: Readonly<Record<string, string>>; isPlain?: boolean },
  connection: ServiceConnection,
  end: AbortSignal,
  onBroken: (failure: McpFailure) => void = () => undefined,
  onAside: (opened: Promise<unknown>) => void = () => undefined,
): Fetch {
  const { origin } = new URL(server.url);
  return async (input, init = {}) => {
    const url = new URL(input);
    if (url.origin !== origin)
      throw new McpFailure('mcp_error', `leads to ${url.origin}, which is not its own address.`);
    const method = init.method ?? 'GET';
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(server.credentials)) headers.set(name, value);
    const name = headers.get(NAME_HEADER);
    if (name !== null) headers.set('mcp-name', name);
    headers.delete(NAME_HEADER);
    const signal = init.signal == null ? end : AbortSignal.any([end, init.signal]);
    const body = typeof init.body === 'string' ? init.body : '';
    // Only servers of the earlier revision have such a stream, and calls work without it.
    if (method === 'GET' && server.isPlain !== true && !headers.has('last-event-id')) {
      const opened = aside({ url, method, headers, body }, connection, signal);
      onAside(opened);
      return opened;
    }
    return answered({ url, method, headers, body }, connection, signal, onBroken);
  };
}

/** Opens the additional stream on which a server asks questions, if it has one. Errors end only this stream. */
async function aside(
  sent: SentRequest,
  connection: ServiceConnection,
  signal: AbortSignal,
): Promise<Response> {
  const none = new Response(null, { status: 405 });
  try {
    const response = await answered(sent, connection, signal, () => undefined);
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && /^text\/event-stream\b/i.test(type) && response.body !== null)
      return new Response(ReadableStream.from(readUnbroken(response.body)), {
        headers: response.headers,
      });
    await response.body?.cancel();
    return none;
  } catch {
    return none;
  }
}

async function* readUnbroken(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    yield* body;
  } catch {
    // An error ends only this stream.
  }
}

async function answered(
  sent: SentRequest,
  connection: ServiceConnection,
  signal: AbortSignal,
  onBroken: (failure: McpFailure) => void,
): Promise<Response> {
  const socket = await connection.connect(sent.url, signal);
  try {
    return await exchanged(socket, sent, signal, (answer, stop) =>
      createResponse(answer, checkedStatus(answer), () => limited(answer, stop, onBroken)),
    );
  } catch (error) {
    throw error instanceof McpFailure || error instanceof ConnectError
      ? error
      : new McpFailure('mcp_unavailable', `did not answer: ${getErrorMessage(error)}.`, error);
  }
}

function checkedStatus({ statusCode: status = 0, headers }: IncomingMessage): number {
  if (status >= 300 && status < 400 && status !== 304)
    throw new McpFailure(
      'mcp_unavailable',
      `answered with a redirect to ${JSON.stringify((headers.location ?? '').slice(0, 200))}, and none is followed: give the address that it leads to as "url".`,
    );
  if (status < 200 || status > 599)
    throw new McpFailure(
      'mcp_error',
      `answered with the status ${status}, which HTTP does not have.`,
    );
  return status;
}

async function* limited(
  answer: IncomingMessage,
  stop: () => void,
  onBroken: (failure: McpFailure) => void,
): AsyncGenerator<Uint8Array> {
  const source = decoded(answer, (problem) => new McpFailure('mcp_error', problem));
  yield* bounded(source, MAX_RESPONSE_BYTES, stop, {
    tooLong: () =>
      new McpFailure('mcp_error', `answered with more than ${MAX_RESPONSE_BYTES} bytes.`),
    broken: (error) => {
      const failure =
        error instanceof McpFailure
          ? error
          : new McpFailure(
              'mcp_unavailable',
              `broke off its answer: ${getErrorMessage(error)}.`,
              error,
            );
      onBroken(failure);
      return failure;
    },
  });
}
