import {
  createServer,
  type IncomingMessage,
  request as requestOf,
  type Server,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { listen } from '../web-server.js';

/** A wrong answer, one that does not come yet, or a connection that breaks off. */
export type Instead =
  'hold' | 'cut' | { status: number; body: object; headers?: Record<string, string> };

interface Held {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Stands between a browser and a server, and answers some requests otherwise. */
export class FaultyProxy {
  /** Method and path with its query of each request, in their order. */
  readonly requests: string[] = [];
  private readonly streams = new Set<ServerResponse>();
  private readonly answers = new Map<RegExp, Instead>();
  private held: Held[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
    /** Returns the address of the server, which changes with a restart. */
    private readonly target: () => string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.requests.push(`${request.method} ${request.url}`);
      this.take({ request, response });
    });
  }

  static async open(target: () => string): Promise<FaultyProxy> {
    const server = createServer();
    const port = await listen(server);
    return new FaultyProxy(server, `http://127.0.0.1:${port}`, target);
  }

  /** The number of streams of events that are open. */
  get openStreams(): number {
    return this.streams.size;
  }

  asked(path: RegExp): number {
    return this.requests.filter((one) => path.test(one)).length;
  }

  /** Answers requests of a path so from now on, those among them that were held. */
  answer(path: RegExp, instead: Instead): void {
    this.answers.set(path, instead);
    this.goOn();
  }

  /** Answers all requests as the server does. */
  heal(): void {
    this.answers.clear();
    this.goOn();
  }

  /** Writes into all streams of events. */
  say(event: string, data: object): void {
    for (const stream of this.streams)
      stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  cutStreams(): void {
    for (const stream of this.streams) stream.destroy();
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private goOn(): void {
    const { held } = this;
    this.held = [];
    for (const one of held) this.take(one);
  }

  private take(one: Held): void {
    const { request, response } = one;
    const [, instead] = [...this.answers].find(([path]) => path.test(request.url ?? '')) ?? [];
    if (instead === undefined) this.pass(one);
    else if (instead === 'hold') this.held.push(one);
    else if (instead === 'cut') request.socket.destroy();
    else {
      const headers = { 'Content-Type': 'application/problem+json', ...instead.headers };
      response.writeHead(instead.status, headers).end(JSON.stringify(instead.body));
    }
  }

  private pass({ request, response }: Held): void {
    const { hostname, port } = new URL(this.target());
    const { method, url, headers } = request;
    const forward = requestOf({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        this.streams.add(response);
        response.on('close', () => this.streams.delete(response));
      }
      // Ends the one when the other breaks off.
      pipeline(answer, response, () => undefined);
    });
    forward.on('error', () => response.destroy());
    response.on('close', () => forward.destroy());
    request.pipe(forward);
  }
}
