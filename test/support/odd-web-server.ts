import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createRawServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { promisify } from 'node:util';
import { listen, serve } from './local-server.js';

const TEXT = Buffer.from('compressed tèxt '.repeat(20));
const GZIPPED = gzipSync(TEXT);
/** A gzip bomb: 100 MiB that compress to about 100 KiB. */
const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024));
const CODED: Record<string, readonly [coding: string, body: Buffer]> = {
  '/gzip': ['gzip', GZIPPED],
  '/x-gzip': ['X-GZip', GZIPPED],
  '/br': ['br', brotliCompressSync(TEXT)],
  '/deflate': ['deflate', deflateSync(TEXT)],
  '/raw-deflate': ['deflate', deflateRawSync(TEXT)],
  '/twice': ['gzip, br', brotliCompressSync(GZIPPED)],
  '/unknown-coding': ['rot13', TEXT],
  '/no-gzip': ['gzip', TEXT],
  '/cut-gzip': ['gzip', GZIPPED.subarray(0, 30)],
  '/empty-gzip': ['gzip', Buffer.alloc(0)],
  '/bomb': ['gzip', BOMB],
  '/bomb-twice': ['gzip, gzip', gzipSync(BOMB)],
};
export const CODED_TEXT = TEXT;

/** Answers that no library would send, as raw bytes. */
const RAW: Record<string, string> = {
  '/garbage': '220 mail.example ESMTP\r\n',
  '/http-0.9': 'hello\r\n',
  '/nothing': '',
  '/no-colon': 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
  '/cut-head': 'HTTP/1.1 200 OK\r\nContent-Le',
  '/cut-body': 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort',
  '/cut-chunks': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n',
  '/bad-chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nshort\r\n',
  '/two-lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nshort!',
  '/long-head': `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
  '/switch': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  '/until-close': 'HTTP/1.0 200 Fine\r\n\r\nuntil the end',
  '/early':
    'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  '/latin1': 'HTTP/1.1 299 Tr\xe8s\r\nX-Name: h\xe4l\r\nContent-Length: 0\r\n\r\n',
};

export interface OddServers {
  /** `http://127.0.0.1:<port>` of the HTTP server (`url`) and of the server of raw answers (`raw`). */
  url: string;
  raw: string;
  /** Returns the number of open connections to the HTTP server. */
  open(): Promise<number>;
  close(): void;
}

/** Starts servers on 127.0.0.1 whose answers, by path, are regular or break the rules. */
export async function startOddServers(): Promise<OddServers> {
  const server = createServer({ maxHeaderSize: 128 * 1024 });
  const raw = createRawServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      socket.end(RAW[data.toString().split(' ')[1] ?? ''] ?? '', 'latin1');
      socket.resume();
    });
  });
  const { url, close } = await serve(answer, server);
  return {
    url,
    raw: `http://127.0.0.1:${await listen(raw)}`,
    open: promisify(server.getConnections.bind(server)),
    close: () => {
      void close();
      raw.close();
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const coded = CODED[pathname];
  const number = Number(searchParams.get('n') ?? 0);
  const to = searchParams.get('to');
  if (coded !== undefined) response.writeHead(200, { 'Content-Encoding': coded[0] }).end(coded[1]);
  else if (pathname === '/echo') void echo(request, response);
  else if (pathname === '/never') response.on('close', () => request.resume());
  else if (pathname === '/drip') {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  } else if (pathname === '/chunks') for (const part of 'abc') response.write(part);
  else if (pathname === '/big')
    response.setHeader('Content-Length', number).end(Buffer.alloc(number, 0xfe));
  else if (pathname === '/endless') pour(response);
  else if (pathname === '/cookies')
    response
      .writeHead(
        200,
        [
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
        ].flat(),
      )
      .end();
  else if (pathname === '/hops')
    response.writeHead(302, { Location: number > 1 ? `/hops?n=${number - 1}` : '/echo' }).end();
  else if (to !== null) response.writeHead(number, to === '' ? {} : { Location: to }).end('moved');
  else
    response
      .writeHead(number || 200, { 'X-Path': pathname })
      .end(number === 204 ? undefined : 'body');
  if (pathname === '/chunks') response.end();
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  const { method, url, rawHeaders } = request;
  const body = Buffer.concat(chunks).toString('hex');
  response.end(JSON.stringify({ method, url, headers: rawHeaders, body }));
}

function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}
