/** A server that lies: in the fields of its answers, in their headers, or by redirecting its client. */
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type LocalServer, serve } from '../local-server.js';
import { type ApiDocument, type Lie, ShapedAnswers } from './shaped-answers.js';

/** Treatment of all requests of a command, in addition to the lies in fields. */
export type Manner = 'answers' | 'refuses' | 'denies' | 'redirects' | 'links' | 'headers';

/** Number of requests of a command after which the server stops lying. */
const ENOUGH = 10;

export class HostileServer {
  /** The value of each field; a new function applies from the next request on. */
  lie: Lie = (_, honest) => honest;
  manner: Manner = 'answers';
  /** The requests since the last {@link begin}. */
  requests: string[] = [];
  /** Requests that the OpenAPI document does not describe. */
  readonly unknown = new Set<string>();
  private streams = 0;
  private answers: ShapedAnswers | undefined;

  private constructor(
    /** The other origin, which no command may contact. */
    readonly elsewhere: string,
  ) {}

  static async start(
    document: ApiDocument,
    elsewhere: string,
  ): Promise<HostileServer & LocalServer> {
    const hostile = new HostileServer(elsewhere);
    const local = await serve(async (request, response) => {
      // Like any server, read an upload to its end.
      await text(request);
      hostile.respond(request.method ?? '', request.url ?? '', response);
    });
    hostile.answers = new ShapedAnswers(document, local.url);
    return Object.assign(hostile, local);
  }

  begin(lie: Lie, manner: Manner = 'answers'): void {
    this.lie = lie;
    this.manner = manner;
    this.requests = [];
    this.streams = 0;
  }

  private respond(method: string, url: string, response: ServerResponse): void {
    const { pathname } = new URL(url, 'http://x');
    this.requests.push(`${method} ${pathname}`);
    if (this.manner === 'redirects')
      return void response.writeHead(307, { Location: `${this.elsewhere}${url}` }).end();
    // A command that waits for a state that never comes would go on forever.
    if (this.requests.length > ENOUGH) this.lie = (_, honest) => honest;
    if (this.manner === 'refuses' || this.manner === 'denies')
      return this.refuse(this.manner === 'denies' ? 401 : 500, response);
    const shaped = this.answers?.of(method, pathname, this.lie) ?? null;
    if (shaped === null) {
      this.unknown.add(`${method} ${pathname}`);
      return this.refuse(404, response);
    }
    const { type, body } = shaped;
    // The stream has ended and must not be opened again.
    if (type === 'text/event-stream' && (this.streams += 1) > 1)
      return void response.writeHead(204).end();
    if (this.manner === 'links' && !url.includes('cursor='))
      response.setHeader('Link', `<${this.elsewhere}${pathname}?cursor=1>; rel="next"`);
    if (this.manner === 'headers') {
      const text = '\u009b2J\u009d0;x\u009c../../escaped';
      response.setHeader('Content-Disposition', `attachment; filename="${text}"`);
      response.setHeader('X-Request-Id', text);
      response.setHeader('Content-Location', this.elsewhere);
      response.setHeader('Refresh', `0; url=${this.elsewhere}`);
    }
    const suffix = this.manner === 'headers' && type === 'text/plain' ? '\u009b2J' : '';
    if (type === null) return void response.writeHead(204).end();
    response.writeHead(200, { 'Content-Type': suffix === '' ? type : `x/${suffix}` }).end(body);
  }

  private refuse(status: number, response: ServerResponse): void {
    const lied = (field: string, honest: string): unknown =>
      this.lie(`Problem ${field}`, honest, true);
    const body = {
      type: lied('type', 'urn:metarun:error:failed'),
      title: lied('title', 'Failed'),
      status,
      detail: lied('detail', 'It failed.'),
      code: lied('code', 'failed'),
      request_id: lied('request_id', 'r'),
      errors: [
        {
          pointer: lied('errors/*/pointer', '/name'),
          message: lied('errors/*/message', 'is wrong'),
        },
      ],
    };
    response.writeHead(status, { 'Content-Type': 'application/problem+json' });
    response.end(JSON.stringify(body));
  }
}
