import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerAs, type LocalServer, sendOn, serve } from '../support/local-server.js';

/** A replaced answer, a held one, or a connection that breaks off. */
export type Instead =
  'hold' | 'cut' | { status: number; body: object; headers?: Record<string, string> };

interface Held {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Proxy between a browser and a server that replaces some answers. */
export class FaultyProxy {
  /** Method, path and query of each request, in order. */
  readonly requests: string[] = [];
  private readonly streams = new Set<ServerResponse>();
  private readonly answers = new Map<RegExp, Instead>();
  private held: Held[] = [];

  private server: LocalServer | undefined;

  private constructor(
    /** Returns the address of the server, which changes with a restart. */
    private readonly target: () => string,
  ) {}

  static async open(target: () => string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    proxy.server = await serve((request, response) => {
      proxy.requests.push(`${request.method} ${request.url}`);
      return proxy.take({ request, response });
    });
    return proxy;
  }

  get url(): string {
    return this.server?.url ?? '';
  }

  /** Number of open event streams. */
  get openStreams(): number {
    return this.streams.size;
  }

  asked(path: RegExp): number {
    return this.requests.filter((one) => path.test(one)).length;
  }

  /** Replaces the answers to requests of a path from now on, including those that are held. */
  answer(path: RegExp, instead: Instead): void {
    this.answers.set(path, instead);
    this.goOn();
  }

  /** Lets the server answer all requests again. */
  heal(): void {
    this.answers.clear();
    this.goOn();
  }

  /** Writes an event into all streams. */
  say(event: string, data: object): void {
    for (const stream of this.streams)
      stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  cutStreams(): void {
    for (const stream of this.streams) stream.destroy();
  }

  close(): void {
    void this.server?.close();
  }

  private goOn(): void {
    const { held } = this;
    this.held = [];
    for (const one of held) void this.take(one).catch(() => one.response.destroy());
  }

  private async take(one: Held): Promise<void> {
    const { request, response } = one;
    const [, instead] = [...this.answers].find(([path]) => path.test(request.url ?? '')) ?? [];
    if (instead === undefined) await this.pass(one);
    else if (instead === 'hold') this.held.push(one);
    else if (instead === 'cut') request.socket.destroy();
    else {
      const headers = { 'Content-Type': 'application/problem+json', ...instead.headers };
      response.writeHead(instead.status, headers).end(JSON.stringify(instead.body));
    }
  }

  private async pass({ request, response }: Held): Promise<void> {
    const answer = await sendOn(request, response, this.target());
    if (answer.headers['content-type']?.startsWith('text/event-stream')) {
      this.streams.add(response);
      response.on('close', () => this.streams.delete(response));
    }
    answerAs(answer, response);
  }
}
