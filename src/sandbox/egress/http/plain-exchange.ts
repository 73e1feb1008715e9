import { type IncomingMessage, request as send } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { VERSION } from '../../../base/kernel/version.js';

const MAX_HEADER_BYTES = 64 * 1024;

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
export function answerTo(
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
export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // The body is decoded by now.
    if (!/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
      headers.append(name, rawHeaders[index + 1] ?? '');
  }
  return headers;
}
