import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { type LocalServer, serve } from './local-server.js';
import { ROOT } from './markdown.js';

/** A self-signed certificate of localhost and 127.0.0.1, and its key. */
export const CERTIFICATE = readFileSync(join(ROOT, 'test/fixtures/tls/cert.pem'), 'utf8');
export const KEY = readFileSync(join(ROOT, 'test/fixtures/tls/key.pem'), 'utf8');

/** A web server on 127.0.0.1 that scripts can contact. */
export interface WebServer extends LocalServer {
  /** Returns the number of open connections. */
  open(): number;
  /** The requested paths. */
  readonly requests: string[];
}

/**
 * Starts a server that answers `/redirect?to=` with a redirect, `/bytes?n=` with that number of bytes, `/never` not at
 * all, `/drip` with a byte every 50 ms, and everything else with the body of the request.
 */
export async function startWebServer(tls = false): Promise<WebServer> {
  const requests: string[] = [];
  let open = 0;
  const server = tls ? createTlsServer({ cert: CERTIFICATE, key: KEY }) : createServer();
  server.on('connection', (socket) => {
    open += 1;
    socket.on('error', () => undefined).on('close', () => (open -= 1));
  });
  const local = await serve((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  }, server);
  return { ...local, requests, open: () => open };
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
