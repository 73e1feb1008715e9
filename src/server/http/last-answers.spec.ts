import { once } from 'node:events';
import {
  Agent,
  createServer,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { LastAnswers } from './last-answers.js';
import { listen } from './listen.js';

let server: Server;
const agent = new Agent({ keepAlive: true });
afterEach(() => {
  agent.destroy();
  server.close();
  server.closeAllConnections();
});

async function sendRequest(path: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(get({ port, path, agent, host: '127.0.0.1' }), 'response')) as [
    IncomingMessage,
  ];
  return answer;
}

it('a stopping server closes connections with their answers and then refuses new ones', async () => {
  let draining = false;
  const last = new LastAnswers(() => draining);
  const held: ServerResponse[] = [];
  server = createServer((request, response) =>
    last.middleware(request, response, () => {
      if (request.url === '/now') response.end('now');
      else if (request.url === '/later') held.push(response);
      else response.setHeader('Content-Type', 'text/event-stream').write('data: 1\n\n');
    }),
  );
  await listen(server, '127.0.0.1', 0);
  const { port } = server.address() as AddressInfo;
  expect((await sendRequest('/now')).resume().headers.connection).toBe('keep-alive');
  draining = true;
  expect((await sendRequest('/now')).resume().headers.connection).toBe('close');

  const stream = await sendRequest('/stream');
  const later = sendRequest('/later');
  while (held.length === 0) await new Promise(setImmediate);
  let ended = false;
  const end = last.end(server).then(() => (ended = true));
  const [error] = await once(get({ port, path: '/now', host: '127.0.0.1' }), 'error');
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  expect(ended).toBe(false);
  held[0]?.end('later');
  expect((await later).resume().statusCode).toBe(200);
  if (held[0]?.closed === false) await once(held[0], 'close');
  await new Promise(setImmediate);
  // The stream does not delay the end.
  expect(ended).toBe(true);
  await end;
  stream.destroy();
});

it('an answer that ends inspects no other response while the server is running', async () => {
  const last = new LastAnswers(() => false);
  let looked = 0;
  const closed = Promise.withResolvers<void>();
  server = createServer((request, response) =>
    last.middleware(request, response, () => {
      if (request.url === '/now') return void response.once('close', closed.resolve).end('now');
      response.setHeader('Content-Type', 'text/event-stream').write('data: 1\n\n');
      response.getHeader = () => void (looked += 1);
    }),
  );
  await listen(server, '127.0.0.1', 0);
  const stream = await sendRequest('/stream');
  (await sendRequest('/now')).resume();
  await closed.promise;
  expect(looked).toBe(0);
  stream.destroy();
});
