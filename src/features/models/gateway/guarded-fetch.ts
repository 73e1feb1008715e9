import { type IncomingMessage, request as send } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { messageOf, MetarunError } from '../../../base/kernel/errors.js';
import { VERSION } from '../../../base/kernel/version.js';
import { targetOf } from '../../../sandbox/egress/host.js';
import { secured } from '../../../sandbox/egress/http/secure-socket.js';
import { ModelFailure } from '../model-gateway.js';
import type { ModelConnection } from './model-egress.js';

const MAX_HEADER_BYTES = 64 * 1024;
/** Statuses of which an answer has no body. */
const BODYLESS = [204, 205, 304];

/** Text that is read at a time from a stream, in bytes: some twenty pieces of an answer, which take 2 ms. */
const PIECE = 8 * 1024;

/** The limits on the reading of an answer. */
export interface Reading {
  /** Bytes of an answer. */
  maxBytes: number;
  /** Resolves when more may be read. */
  turn(): Promise<void>;
}

/** The text of a request, for its record. */
export interface FetchNotes {
  /** The request's body. */
  sent: string;
}

/**
 * Returns a `fetch` for one request to a provider, over a connection of the guard. It follows no redirect, asks for no
 * compression, and ends an answer that is longer than `reading` says. `notes` gets what was sent; `streams`: a
 * stream is asked for.
 */
export function guardedFetch(
  connection: ModelConnection,
  reading: Reading,
  notes: FetchNotes,
  streams: boolean,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const signal = init.signal ?? new AbortController().signal;
    const body = typeof init.body === 'string' ? init.body : '';
    notes.sent = body;
    const socket = await connection.connect(url, signal);
    const stop = (): void => void socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const channel =
        url.protocol === 'https:' ? await secured(socket, targetOf(url).host, signal) : socket;
      const sent = { url, headers: new Headers(init.headers), body, method: init.method ?? 'GET' };
      const answer = await answerTo(sent, channel);
      const status = checkedStatus(answer, streams);
      const stream = BODYLESS.includes(status)
        ? null
        : ReadableStream.from(inPieces(limited(decoded(answer), reading.maxBytes, stop), reading));
      return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>> | null, {
        status,
        headers: headersOf(answer),
      });
    } catch (error) {
      socket.destroy();
      throw error instanceof MetarunError || error instanceof ModelFailure
        ? error
        : new ModelFailure(`did not answer: ${messageOf(error)}.`, { again: true, cause: error });
    }
  };
}

/** Returns the status of an answer. Throws ModelFailure for one that cannot be an answer of a provider. */
function checkedStatus(
  { statusCode: status = 0, headers }: IncomingMessage,
  streams: boolean,
): number {
  if (status < 200 || status > 599)
    throw new ModelFailure(`answered with the status ${status}, which HTTP does not have.`);
  const type = headers['content-type'] ?? '';
  if (status < 300 && /^text\/html\b/i.test(type))
    throw new ModelFailure('answered with a page for people: check base_url of the provider.');
  if (status < 300 && streams && /^application\/json\b/i.test(type))
    throw new ModelFailure(
      'answered with JSON instead of a stream: check base_url and kind of the provider, or give it "stream": false.',
    );
  return status;
}

interface Sent {
  url: URL;
  method: string;
  headers: Headers;
  body: string;
}

/** Without the option `agent`: with it Node opens a socket of its own, past the guard. */
function answerTo({ url, method, headers, body }: Sent, channel: Duplex): Promise<IncomingMessage> {
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

/** There are proxies that compress what no request asked for. */
function decoded(answer: IncomingMessage): Readable {
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
    throw new ModelFailure(
      `answered in the content coding ${JSON.stringify(coding.slice(0, 40))}, which was not asked for.`,
    );
  answer.on('error', (error) => decoder.destroy(error));
  return answer.pipe(decoder);
}

async function* limited(
  source: Readable,
  maxBytes: number,
  stop: () => void,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes)
        throw new ModelFailure(
          `answered with more than ${maxBytes} bytes (METARUN_MAX_MODEL_RESPONSE_BYTES).`,
        );
      yield new Uint8Array(chunk);
    }
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    throw new ModelFailure(`broke off its answer: ${messageOf(error)}.`, {
      again: true,
      cause: error,
    });
  } finally {
    stop();
  }
}

/** Yields an answer in pieces, each when it may be read. */
async function* inPieces(
  chunks: AsyncIterable<Uint8Array>,
  reading: Reading,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += PIECE) {
      await reading.turn();
      yield chunk.subarray(from, from + PIECE);
    }
}

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
