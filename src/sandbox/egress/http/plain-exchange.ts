import { type IncomingMessage, request as send } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { VERSION } from '../../../base/kernel/version.js';
import { toTarget } from '../host.js';
import { secured } from './secure-socket.js';

const MAX_HEADER_BYTES = 64 * 1024;
/** Statuses whose responses have no body. */
const BODYLESS = [204, 205, 304];

/** A request in the form in which it is sent. */
export interface SentRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: string;
}

/**
 * Sends a request over a connection of the guard, and resolves to the response. The option `agent` must stay unset:
 * with an agent, Node would open its own socket and bypass the guard.
 */
function answerTo(
  { url, method, headers, body }: SentRequest,
  channel: Duplex,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = send({
      createConnection: () => channel,
      method,
      path: url.pathname + url.search,
      headers: {
        ...Object.fromEntries(headers),
        host: url.host,
        connection: 'close',
        'accept-encoding': 'identity',
        'content-length': Buffer.byteLength(body),
        'user-agent': `metarun/${VERSION}`,
      },
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    outgoing.once('response', resolve);
    // The listener is kept: the connection may fail again while the response is read.
    outgoing.on('error', reject);
    outgoing.once('close', () => reject(new Error('the connection was closed before an answer')));
    outgoing.end(body);
  });
}

/**
 * Returns the decoded body of a response: some proxies compress responses unasked. Throws the error from `failure` for
 * an unknown coding.
 */
export function decoded(answer: IncomingMessage, failure: (problem: string) => Error): Readable {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return answer;
  const decoder =
    coding === 'gzip' || coding === 'x-gzip'
      ? createGunzip()
      : coding === 'br'
        ? createBrotliDecompress()
        : coding === 'deflate'
          ? createInflate()
          : null;
  if (decoder === null)
    throw failure(
      `answered in the content coding ${JSON.stringify(coding.slice(0, 40))}, which was not asked for.`,
    );
  answer.on('error', (error) => decoder.destroy(error));
  return answer.pipe(decoder);
}

/** Returns the headers of a response, without those that describe how its body was sent. */
function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // The body has been decoded.
    if (!/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
      headers.append(name, rawHeaders[index + 1] ?? '');
  }
  return headers;
}

/**
 * Sends a request over a connection of the guard and returns the result of `read` for the response. `stop` and `signal`
 * close the connection.
 */
export async function exchanged<T>(
  socket: Socket,
  sent: SentRequest,
  signal: AbortSignal,
  read: (answer: IncomingMessage, stop: () => void) => T,
): Promise<T> {
  const stop = (): void => void socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { host } = toTarget(sent.url);
    const channel = sent.url.protocol === 'https:' ? await secured(socket, host, signal) : socket;
    return read(await answerTo(sent, channel), stop);
  } catch (error) {
    stop();
    throw error;
  }
}

/**
 * Yields a body up to a maximum size, and calls `stop` at the end. Any error passes through `broken`, including that
 * from `tooLong`.
 */
export async function* bounded(
  source: Readable,
  maxBytes: number,
  stop: () => void,
  { tooLong, broken }: { tooLong: () => Error; broken: (error: unknown) => Error },
): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLong();
      yield new Uint8Array(chunk);
    }
  } catch (error) {
    throw broken(error);
  } finally {
    stop();
  }
}

/** Returns a response like that of `fetch`, with `body` as its content if the status allows one. */
export function createResponse(
  answer: IncomingMessage,
  status: number,
  body: () => AsyncIterable<Uint8Array>,
): Response {
  const stream = BODYLESS.includes(status) ? null : ReadableStream.from(body());
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>> | null, {
    status,
    headers: readHeaders(answer),
  });
}
