import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { LLMock } from '@copilotkit/aimock';
import { sendOn, serve } from '../local-server.js';

/** A way to answer a request. `good` is the answer that would be given that is good. */
export type Behaviour = (
  response: ServerResponse,
  good: () => Promise<GoodAnswer>,
  asked: IncomingMessage,
) => Promise<void> | void;

export interface GoodAnswer {
  status: number;
  type: string;
  body: Buffer;
}

export interface FaultyProvider {
  /** Without a path. */
  readonly url: string;
  readonly port: number;
  /** Connections so far. */
  readonly connections: number;
  /** Bodies and headers of the requests so far. */
  readonly requests: { path: string; headers: IncomingMessage['headers']; body: string }[];
  readonly mock: LLMock;
  /** From here on; null: answers are good. */
  behaviour: Behaviour | null;
  close(): Promise<void>;
}

/** A provider of all wire formats that answers "Hello there, reader.", or in a way of its own. */
export async function startFaultyProvider(): Promise<FaultyProvider> {
  const mock = new LLMock({ port: 0, chunkSize: 4 });
  mock.onMessage('use the tool', { toolCalls: [{ name: 'look', arguments: '{"at":"it"}' }] });
  mock.onMessage(/.*/, { content: 'Hello there, reader.' });
  const upstream = await mock.start();
  const requests: FaultyProvider['requests'] = [];
  let connections = 0;
  const server = createServer().on('connection', () => (connections += 1));
  const { url, port, close } = await serve(async (incoming, response) => {
    const body = await buffer(incoming);
    requests.push({ path: incoming.url ?? '', headers: incoming.headers, body: body.toString() });
    const good = async (): Promise<GoodAnswer> => {
      const answer = await sendOn(incoming, response, upstream, { body });
      const { statusCode = 0, headers } = answer;
      return {
        status: statusCode,
        type: headers['content-type'] ?? '',
        body: await buffer(answer),
      };
    };
    if (provider.behaviour !== null) return provider.behaviour(response, good, incoming);
    const { status: code, type, body: said } = await good();
    response.writeHead(code, { 'content-type': type }).end(said);
  }, server);
  const provider: FaultyProvider = {
    url,
    port,
    get connections() {
      return connections;
    },
    requests,
    mock,
    behaviour: null,
    close: async () => {
      await close();
      await mock.stop();
    },
  };
  return provider;
}

/** An answer with a status of failure, as a provider gives it. */
export function status(
  code: number,
  body: object | string,
  headers: Record<string, string> = {},
): Behaviour {
  const all = { 'content-type': 'application/json', ...headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (response) => void response.writeHead(code, all).end(text);
}

/** The first part of a good answer, and then `then`. */
export function half(then: (response: ServerResponse) => void): Behaviour {
  return async (response, good) => {
    const { type, body } = await good();
    response.writeHead(200, { 'content-type': type });
    response.write(body.subarray(0, Math.floor(body.length / 2)));
    await delay(20);
    then(response);
  };
}
