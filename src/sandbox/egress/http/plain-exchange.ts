import { type IncomingMessage, request as send } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { VERSION } from '../../../base/kernel/version.js';
import { targetOf } from '../host.js';
import { secured } from './secure-socket.js';

const MAX_HEADER_BYTES = 64 * 1024;
/** Statuses of which an answer has no body. */
const BODYLESS = [204, 205, 304];

/** A request as it is sent. */
export interface SentRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: string;
}

/**
 * Sends a request over a connection of the guard, and resolves to its answer. Without the option `agent`: with it Node opens a
 * socket of its own, past the guard.
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
    // The listener stays: the connection may break again while the answer is read.
    outgoing.on('error', reject);
    outgoing.once('close', () => reject(new Error('the connection was closed before an answer')));
    outgoing.end(body);
  });
}

/**
 * Returns the body of an answer. There are proxies that compress what no request asked for. Throws what `failure` returns for a
 * coding that is not known.
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

/** Returns the headers of an answer, without those that say how its body was sent. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // The body is decoded by now.
    if (!/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
      headers.append(name, rawHeaders[index + 1] ?? '');
  }
  return headers;
}

/** Returns what `read` makes of the answer to a request over a connection of the guard. `stop` and `signal` end that. */
export async function exchanged<T>(
  socket: Socket,
  sent: SentRequest,
  signal: AbortSignal,
  read: (answer: IncomingMessage, stop: () => void) => T,
): Promise<T> {
  const stop = (): void => void socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { host } = targetOf(sent.url);
    const channel = sent.url.protocol === 'https:' ? await secured(socket, host, signal) : socket;
    return read(await answerTo(sent, channel), stop);
  } catch (error) {
    stop();
    throw error;
  }
}

/** Yields a body up to a size, and calls `stop` once no more is read. Throws what `tooLong` returns, and `broken` for what goes wrong. */
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

/** Returns an answer as a `fetch` does, with a body of these pieces where its status has one. */
export function responseOf(
  answer: IncomingMessage,
  status: number,
  body: () => AsyncIterable<Uint8Array>,
): Response {
  const stream = BODYLESS.includes(status) ? null : ReadableStream.from(body());
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>> | null, {
    status,
    headers: headersOf(answer),
  });
}
