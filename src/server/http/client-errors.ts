import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { COMMON_ERRORS, type ErrorDefinition } from '../../base/kernel/errors.js';
import { newId } from '../../base/kernel/ids.js';
import { problem } from './problem.js';

/** Answers requests that Node's parser refuses before routing with the same problem format as all other errors. */
export function answerClientErrors(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => latest.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const before = latest.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (before === undefined || before.writableFinished) socket.end(refusal(error.code));
    // An earlier request on the connection is answered first.
    else if (before.req.complete) before.once('finish', () => socket.end(refusal(error.code)));
    else if (before.headersSent) socket.destroy();
    else socket.end(refusal(error.code));
  });
  // An unknown expectation is no reason to refuse a request: by default, Node answers 417 without a body.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
}

function refusal(nodeCode: string | undefined): string {
  const [error, detail]: [ErrorDefinition, string] =
    nodeCode === 'HPE_HEADER_OVERFLOW'
      ? [COMMON_ERRORS.too_large, 'The URL and headers may have 16 KiB together.']
      : nodeCode === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [COMMON_ERRORS.malformed_request, 'The request did not arrive completely in time.']
        : [COMMON_ERRORS.malformed_request, 'This is not an HTTP request.'];
  const id = newId();
  const body = problem(error, detail, id);
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${body.status} ${body.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${id}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    text,
  ].join('\r\n');
}
