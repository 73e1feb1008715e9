import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { LLMock } from '@copilotkit/aimock';
import { sendOn, serve } from '../local-server.js';

/** A way to answer a request. `good` returns the regular answer. */
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
  /** Origin, without a path. */
  readonly url: string;
  readonly port: number;
  readonly connections: number;
  readonly requests: { path: string; headers: IncomingMessage['headers']; body: string }[];
  readonly mock: LLMock;
  /** Behaviour from now on; null for regular answers. */
  behaviour: Behaviour | null;
  close(): Promise<void>;
}

/** Starts a provider of all wire formats that answers "Hello there, reader.", unless a behaviour is set. */
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

/** Answers with an error status, like a provider. */
export function status(
  code: number,
  body: object | string,
  headers: Record<string, string> = {},
): Behaviour {
  const all = { 'content-type': 'application/json', ...headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (response) => void response.writeHead(code, all).end(text);
}

/** Sends the first half of a regular answer, then calls `then`. */
export function half(then: (response: ServerResponse) => void): Behaviour {
  return async (response, good) => {
    const { type, body } = await good();
    response.writeHead(200, { 'content-type': type });
    response.write(body.subarray(0, Math.floor(body.length / 2)));
    await delay(20);
    then(response);
  };
}
