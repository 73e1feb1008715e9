import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { getErrorMessage, MetarunError } from '../../../base/kernel/errors.js';
import {
  bounded,
  decoded,
  exchanged,
  createResponse,
} from '../../../sandbox/egress/http/plain-exchange.js';
import { ModelFailure } from '../model-gateway.js';
import type { ServiceConnection } from '../../../sandbox/egress/service-egress.js';

/** Number of bytes of an answer that are kept in order to describe a problem. */
const KEPT = 64 * 1024;
/** Number of bytes that are read at a time from a stream: about twenty pieces of an answer, which take 2 ms. */
const PIECE = 8 * 1024;

/** Limits on reading an answer. */
export interface Reading {
  /** Maximum size of an answer in bytes. */
  maxBytes: number;
  /** Resolves when the next piece may be read. */
  turn(): Promise<void>;
}

/** Details of a request for its record. */
export interface FetchNotes {
  /** Body of the request. */
  sent: string;
  /** True from the time of sending until an error status arrives: the request may be charged. */
  isOpen: boolean;
  /** Number of bytes received, and the beginning of the answer. */
  received: number;
  readonly kept: Uint8Array[];
  /** True if the answer consists of server-sent events. */
  isStream: boolean;
}

/**
 * Returns a `fetch` for one request to a provider over a guarded connection. It follows no redirects, requests no
 * compression, and aborts an answer longer than the limit. `notes` receives what was sent; `streams`: a stream is
 * requested.
 */
export function guardedFetch(
  connection: ServiceConnection,
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
    notes.isOpen = true;
    const sent = { url, headers: new Headers(init.headers), body, method: init.method ?? 'GET' };
    try {
      return await exchanged(socket, sent, signal, (answer, stop) => {
        notes.isOpen = isSuccess(answer);
        notes.isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
        return createResponse(answer, checkedStatus(answer, streams), () =>
          inPieces(limited(readable(answer), reading.maxBytes, stop), reading, notes),
        );
      });
    } catch (error) {
      throw error instanceof MetarunError || error instanceof ModelFailure
        ? error
        : new ModelFailure(`did not answer: ${getErrorMessage(error)}.`, {
            again: true,
            cause: error,
          });
    }
  };
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** Returns the status of an answer. Throws ModelFailure for one that no provider sends. */
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

function readable(answer: IncomingMessage): Readable {
  return decoded(answer, (problem) => new ModelFailure(problem));
}

function limited(source: Readable, maxBytes: number, stop: () => void): AsyncGenerator<Uint8Array> {
  return bounded(source, maxBytes, stop, {
    tooLong: () =>
      new ModelFailure(
        `answered with more than ${maxBytes} bytes (METARUN_LIMITS.model_response_bytes).`,
      ),
    broken: (error) =>
      error instanceof ModelFailure
        ? error
        : new ModelFailure(`broke off its answer: ${getErrorMessage(error)}.`, {
            again: true,
            cause: error,
          }),
  });
}

/** Yields an answer in pieces, each when it may be read. */
async function* inPieces(
  chunks: AsyncIterable<Uint8Array>,
  reading: Reading,
  notes: FetchNotes,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (notes.received < KEPT) notes.kept.push(chunk);
    notes.received += chunk.length;
    for (let from = 0; from < chunk.length; from += PIECE) {
      await reading.turn();
      yield chunk.subarray(from, from + PIECE);
    }
  }
}
