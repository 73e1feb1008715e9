/** Servers on 127.0.0.1 that tests start, and ways to forward requests to others. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as ask,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { pipeline } from 'node:stream';

export interface LocalServer {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Stops the server and closes its connections. */
  close(this: void): Promise<void>;
}

/** Serves on a free port. If `respond` fails, the connection is closed. */
export async function serve(
  respond: (request: IncomingMessage, response: ServerResponse) => unknown,
  server: Server = createServer(),
): Promise<LocalServer> {
  server.on('request', (request, response) => {
    response.on('error', () => undefined);
    void (async () => respond(request, response))().catch(() => response.destroy());
  });
  const port = await listen(server);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port, url: `http://127.0.0.1:${port}`, close };
}

/** Listens on a port of 127.0.0.1, by default a free one, and returns it. */
export async function listen(server: NetServer, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

export function sendJson(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Changes to a forwarded request. Without `body`, the original body is streamed, so it must not have been read. */
interface Changes {
  path?: string | undefined;
  headers?: IncomingHttpHeaders;
  body?: Buffer;
}

/** Forwards a request to the server of a URL and returns its answer. */
export function sendOn(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  { path = request.url, headers = request.headers, body }: Changes = {},
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(target);
  const { method } = request;
  return new Promise((resolve, reject) => {
    const sent = ask({ agent: false, hostname, port, method, path, headers }, resolve);
    sent.on('error', reject);
    response.on('close', () => sent.destroy());
    if (body === undefined) request.pipe(sent);
    else sent.end(body);
  });
}

/** Forwards an answer of another server. If either side breaks off, so does the other. */
export function answerAs(given: IncomingMessage, response: ServerResponse): void {
  response.writeHead(given.statusCode ?? 502, given.headers);
  // A stream may stay silent for long.
  response.flushHeaders();
  pipeline(given, response, () => undefined);
}
