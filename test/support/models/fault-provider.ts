import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { LLMock } from '@copilotkit/aimock';

/** What is done with a request. `good` is the answer that would be given without a fault. */
export type Fault = (
  response: ServerResponse,
  good: () => Promise<GoodAnswer>,
  asked: IncomingMessage,
) => Promise<void> | void;

export interface GoodAnswer {
  status: number;
  type: string;
  body: Buffer;
}

export interface FaultProvider {
  /** Without a path. */
  readonly url: string;
  readonly port: number;
  /** Connections so far. */
  readonly connections: number;
  /** Bodies and headers of the requests so far. */
  readonly requests: { path: string; headers: IncomingMessage['headers']; body: string }[];
  readonly mock: LLMock;
  /** From here on; null: answers are good. */
  fault: Fault | null;
  close(): Promise<void>;
}

/** A provider of all wire formats that answers "Hello there, reader.", or with a fault. */
export async function startFaultProvider(): Promise<FaultProvider> {
  const mock = new LLMock({ port: 0, chunkSize: 4 });
  mock.onMessage('use the tool', { toolCalls: [{ name: 'look', arguments: '{"at":"it"}' }] });
  mock.onMessage(/.*/, { content: 'Hello there, reader.' });
  const upstream = new URL(await mock.start());
  const requests: FaultProvider['requests'] = [];
  let connections = 0;
  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch(() => response.destroy());
  });
  server.on('connection', () => (connections += 1));
  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    requests.push({ path: incoming.url ?? '', headers: incoming.headers, body: body.toString() });
    const good = (): Promise<GoodAnswer> => forward(upstream, incoming, body);
    if (provider.fault !== null) return provider.fault(response, good, incoming);
    const { status, type, body: text } = await good();
    response.writeHead(status, { 'content-type': type }).end(text);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const provider: FaultProvider = {
    url: `http://127.0.0.1:${port}`,
    port,
    get connections() {
      return connections;
    },
    requests,
    mock,
    fault: null,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await mock.stop();
    },
  };
  return provider;
}

function forward(upstream: URL, incoming: IncomingMessage, body: Buffer): Promise<GoodAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent: false,
        host: upstream.hostname,
        port: upstream.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, host: upstream.host },
      },
      (answer) =>
        void buffer(answer).then(
          (text) =>
            resolve({
              status: answer.statusCode ?? 0,
              type: answer.headers['content-type'] ?? '',
              body: text,
            }),
          reject,
        ),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** An answer with a status of failure, as a provider gives it. */
export function status(code: number, body: unknown, headers: Record<string, string> = {}): Fault {
  return (response) =>
    void response
      .writeHead(code, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The first part of a good answer, and then `then`. */
export function half(then: (response: ServerResponse) => void): Fault {
  return async (response, good) => {
    const { type, body } = await good();
    response.writeHead(200, { 'content-type': type });
    response.write(body.subarray(0, Math.floor(body.length / 2)));
    await delay(20);
    then(response);
  };
}
