import { Agent, request } from 'node:http';
import type { FuzzRequest } from './requests.js';

export interface FuzzAnswer {
  status: number;
  type: string;
  text: string;
  ms: number;
}

/** Maximum number of bytes read of an answer, as a stream has no end. */
const MOST_BYTES = 256 * 1024;
/** Maximum time to wait for an answer, in ms. */
const GIVEN_UP_MS = 30_000;

/** Sends raw requests on kept-alive connections. */
export class Sender {
  private readonly agent: Agent;

  constructor(
    private readonly url: string,
    atOnce: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  }

  /** Sends a request. Status 0 means no answer, for the reason in `text`. */
  send({ method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
    const started = performance.now();
    return new Promise((resolve) => {
      const end = (status: number, type: string, text: string): void => {
        clearTimeout(timer);
        resolve({ status, type, text, ms: performance.now() - started });
      };
      const sent = request(
        `${this.url}${path}`,
        { method, headers, agent: this.agent },
        (answer) => {
          const { statusCode = 0 } = answer;
          const type = answer.headers['content-type'] ?? '';
          const chunks: Buffer[] = [];
          let size = 0;
          const done = (): void => end(statusCode, type, Buffer.concat(chunks).toString());
          answer.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            size += chunk.length;
            if (size < MOST_BYTES && !type.startsWith('text/event-stream')) return;
            done();
            answer.destroy();
          });
          answer.on('end', done);
          answer.on('error', done);
        },
      );
      sent.on('error', (error) => end(0, '', error.message));
      const timer = setTimeout(() => {
        end(0, '', `no answer in ${GIVEN_UP_MS} ms`);
        sent.destroy();
      }, GIVEN_UP_MS);
      if (body !== null) sent.setHeader('content-length', body.length);
      sent.end(body ?? undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
