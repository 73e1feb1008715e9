import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listen } from './web-server.js';

/** A request that a receiver was sent. */
export interface ReceivedHook {
  path: string;
  headers: IncomingHttpHeaders;
  /** As it came. */
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

export interface WebhookReceiver {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly received: ReceivedHook[];
  /** Answers each request; by default with 204. */
  answer: (response: ServerResponse, hook: ReceivedHook) => void;
  close(): void;
}

/** A server of 127.0.0.1 that webhooks are sent to. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedHook[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      const body = JSON.parse(text) as ReceivedHook['body'];
      const hook = { path: request.url ?? '', headers: request.headers, text, body };
      received.push(hook);
      receiver.answer(response, hook);
    });
  });
  const port = await listen(server);
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: (response) => void response.writeHead(204).end(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** Returns whether one of the signatures is that of `secret`, as https://www.standardwebhooks.com says it is made. */
export function isSignedBy(secret: string, { headers, text }: ReceivedHook): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], text].join('.');
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}
