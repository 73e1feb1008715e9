import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { stopListening } from './listen.js';

/** Longest time for the answers of requests that are under way when no more connections are taken (ms). */
const ANSWER_MS = 3_000;

/**
 * The end of the connections of a server that stops, so that no client and no load balancer gets a connection cut in which its request is
 * under way, or sends one on a connection that is about to end.
 */
export class LastAnswers {
  private readonly open = new Set<ServerResponse>();
  private settled: (() => void) | null = null;

  /** `draining` returns whether the server stops. */
  constructor(private readonly draining: () => boolean) {}

  readonly middleware = (
    _request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): void => {
    this.open.add(response);
    response.once('close', () => {
      this.open.delete(response);
      // Only a server that stops looks at the other answers: thousands of streams may be open.
      if (this.settled !== null && !this.answering()) this.settled();
    });
    // Who keeps connections opens a new one for its next request, at another server by then.
    if (this.draining()) response.setHeader('Connection', 'close');
    next();
  };

  /** Takes no more connections, and resolves once those under way are answered, but for streams, or it takes too long. */
  async end(server: HttpServer): Promise<void> {
    stopListening(server);
    if (!this.answering()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_MS);
      this.settled = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private answering(): boolean {
    for (const response of this.open) if (!isStream(response)) return true;
    return false;
  }
}

/** Those end with the server. */
function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('Content-Type')).startsWith('text/event-stream');
}
