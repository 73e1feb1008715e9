import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import { type IncomingMessage, request as send } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../../base/config/settings.js';
import { ConnectError } from '../../sandbox/egress/connect-error.js';
import { EgressGuard, type NetworkRules } from '../../sandbox/egress/egress-guard.js';
import { HostResolver } from '../../sandbox/egress/host-resolver.js';
import { toTarget } from '../../sandbox/egress/host.js';
import { secured } from '../../sandbox/egress/http/secure-socket.js';
import { getErrorMessage } from '../../base/kernel/errors.js';
import { VERSION } from '../../base/kernel/version.js';

/** Time limit of an attempt with name lookup, connection, TLS and response, in ms. */
export const ATTEMPT_MS = 15_000;
/** Number of bytes of a response body that are kept, and the time for which it is awaited after the status, in ms. */
const MAX_SNIPPET = 1_024;
const SNIPPET_MS = 2_000;
const MAX_HEADER_BYTES = 16 * 1024;

const ANY_PUBLIC: NetworkRules = { policy: 'open', hosts: [] };

export interface WebhookAnswer {
  status: number;
  retryAfter: string | undefined;
  /** Beginning of the body. */
  body: string;
}

/** Sends one request to a receiver whose address the guard permits. Redirects are not followed. */
@Injectable()
export class WebhookSender {
  private readonly guard: EgressGuard;

  constructor(@Inject(CONFIG) { networkRanges }: Config) {
    const resolver = new HostResolver();
    this.guard = new EgressGuard({
      // The network policy of scripts does not bind the administrators of a project.
      widest: 'open',
      ranges: networkRanges,
      who: 'webhooks',
      lookup: (name) => resolver.lookup(name),
    });
  }

  /** Returns why `url` can never be delivered to, as far as is known now; null if it may be. */
  async findRefusal(url: URL): Promise<string | null> {
    try {
      await this.guard.check(ANY_PUBLIC, toTarget(url), AbortSignal.timeout(ATTEMPT_MS));
      return null;
    } catch (error) {
      // A name without an address may have one when it is needed.
      return error instanceof ConnectError && error.reason === 'denied' ? error.message : null;
    }
  }

  /** Rejects without a response, with a message for readers of the log of deliveries. */
  async post(
    url: URL,
    body: string,
    headers: Record<string, string>,
    stop: AbortSignal,
  ): Promise<WebhookAnswer> {
    const timeout = AbortSignal.timeout(ATTEMPT_MS);
    const signal = AbortSignal.any([stop, timeout]);
    const target = toTarget(url);
    try {
      const socket = await this.guard.connect(ANY_PUBLIC, target, signal);
      try {
        const secure = url.protocol === 'https:';
        const channel = secure ? await secured(socket, target.host, signal) : socket;
        const answer = await answerTo(url, body, headers, channel, signal);
        const snippet = await readBeginning(answer);
        return {
          status: answer.statusCode ?? 0,
          retryAfter: answer.headers['retry-after'],
          body: snippet,
        };
      } finally {
        socket.destroy();
      }
    } catch (error) {
      if (timeout.aborted)
        throw new Error(`${url.host} did not answer within ${ATTEMPT_MS / 1000} s.`, {
          cause: error,
        });
      if (error instanceof ConnectError) throw error;
      throw new Error(`${url.host} did not answer: ${getErrorMessage(error)}`, { cause: error });
    }
  }
}

function answerTo(
  url: URL,
  body: string,
  headers: Record<string, string>,
  channel: Duplex,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = send({
      createConnection: () => channel,
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        connection: 'close',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `metarun/${VERSION}`,
        ...headers,
      },
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    });
    outgoing.once('response', resolve);
    // The listener stays: the connection may break again while the response is read.
    outgoing.on('error', reject);
    outgoing.once('close', () => reject(new Error('the connection was closed')));
    outgoing.end(body);
  });
}

/**
 * Returns the beginning of a response. Only the status matters: a response whose body breaks off or does not end is
 * valid.
 */
function readBeginning(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      clearTimeout(timer);
      answer.destroy();
      const text = Buffer.concat(chunks).subarray(0, MAX_SNIPPET).toString('utf8');
      resolve(text.replaceAll('\0', '\u{FFFD}').toWellFormed());
    };
    const timer = setTimeout(done, SNIPPET_MS);
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_SNIPPET) done();
    });
    answer.once('end', done);
    answer.once('close', done);
    answer.on('error', done);
  });
}
