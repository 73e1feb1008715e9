import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './local-server.js';

export interface ReceivedHook {
  path: string;
  headers: IncomingHttpHeaders;
  /** Body as it was sent. */
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

export interface WebhookReceiver {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly received: ReceivedHook[];
  /** Answers each request, by default with 204. */
  answer: (response: ServerResponse, hook: ReceivedHook) => void;
  close(): void;
}

/** Starts a receiver of webhooks on 127.0.0.1. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedHook[] = [];
  const { url, close } = await serve(async (request, response) => {
    const body = await text(request);
    const hook = {
      path: request.url ?? '',
      headers: request.headers,
      text: body,
      body: JSON.parse(body),
    };
    received.push(hook);
    receiver.answer(response, hook);
  });
  const receiver: WebhookReceiver = {
    url,
    received,
    answer: (response) => void response.writeHead(204).end(),
    close: () => void close(),
  };
  return receiver;
}

/** Returns whether one of the signatures was made with `secret`, as https://www.standardwebhooks.com specifies. */
export function isSignedBy(secret: string, { headers, text: sent }: ReceivedHook): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], sent].join('.');
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}
