import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { stopListening } from './listen.js';

/** Maximum time for open requests to be answered after the server stops listening, in ms. */
const ANSWER_MS = 3_000;

/**
 * Closes the connections of a stopping server, so that no client or load balancer loses a connection with a request in
 * progress, or sends a request on one that is about to close.
 */
export class LastAnswers {
  private readonly open = new Set<ServerResponse>();
  private settled: (() => void) | null = null;

  /** `draining` returns whether the server is stopping. */
  constructor(private readonly draining: () => boolean) {}

  readonly middleware = (
    _request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): void => {
    this.open.add(response);
    response.once('close', () => {
      this.open.delete(response);
      // Open responses are checked only while the server stops: there may be thousands of streams.
      if (this.settled !== null && !this.answering()) this.settled();
    });
    // A client with keep-alive opens a new connection for its next request, which then reaches another server.
    if (this.draining()) response.setHeader('Connection', 'close');
    next();
  };

  /** Stops listening and resolves once all open requests except streams are answered, or the time is up. */
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

/** Returns whether a response is an event stream. Streams end with the server. */
function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('Content-Type')).startsWith('text/event-stream');
}
