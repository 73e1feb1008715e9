import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './markdown.js';

/** A self-signed certificate of localhost and 127.0.0.1, and its key. */
export const CERTIFICATE = readFileSync(join(ROOT, 'test/fixtures/tls/cert.pem'), 'utf8');
export const KEY = readFileSync(join(ROOT, 'test/fixtures/tls/key.pem'), 'utf8');

/** A web server of 127.0.0.1 for scripts to talk to. */
export interface WebServer {
  port: number;
  /** Connections that are open. */
  open(): number;
  /** The paths that were asked for. */
  readonly requests: string[];
  close(): Promise<void>;
}

/**
 * Answers `/redirect?to=` with a redirect, `/bytes?n=` with as many bytes, `/never` not at all, `/drip` with a
 * byte every 50 ms, and everything else with what it was sent.
 */
export async function startWebServer(tls = false): Promise<WebServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(request.url ?? '');
    answer(request, response);
  };
  const server = tls
    ? createTlsServer({ cert: CERTIFICATE, key: KEY }, onRequest)
    : createServer(onRequest);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server);
  return {
    port,
    requests,
    open: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Listens on a free port of 127.0.0.1 and gives it. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  switch (pathname) {
    case '/redirect':
      response.writeHead(302, { Location: searchParams.get('to') ?? '' }).end();
      break;
    case '/bytes':
      response.end(Buffer.alloc(Number(searchParams.get('n')), 'x'));
      break;
    case '/never':
      break;
    case '/drip': {
      const timer = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(timer));
      break;
    }
    default:
      request.pipe(response.setHeader('X-Host', request.headers.host ?? ''));
  }
}
