import { sent } from './http.js';
import type { Answer, TestServer } from './server.js';
import { until } from './until.js';
import type { Wire } from './wire.js';

export const WEBHOOKS = '/projects/default/webhooks';

export type Webhook = Wire['WebhookWithSecretDto'];

export type Delivery = Wire['DeliveryDetailDto'];

export function newWebhook(
  server: TestServer,
  url: string,
  more: Record<string, unknown> = {},
): Promise<Webhook> {
  const body = { url, events: ['task.success', 'task.failed'], ...more };
  return sent(server, 'POST', WEBHOOKS, body);
}

export function readWebhook(server: TestServer, id: string): Promise<Answer<Webhook>> {
  return server.call('GET', `${WEBHOOKS}/${id}`);
}

/** Returns the deliveries of a webhook, newest first. */
export async function loadDeliveries(
  server: TestServer,
  id: string,
  query = '',
): Promise<Delivery[]> {
  const path = `${WEBHOOKS}/${id}/deliveries?limit=200${query}`;
  return (await server.call<Delivery[]>('GET', path)).body;
}

/** Returns the detail of a delivery once `when` holds for it. */
export function deliveryWhen(
  server: TestServer,
  webhookId: string,
  id: string,
  when: (delivery: Delivery) => boolean = ({ status }) => status !== 'pending',
): Promise<Delivery> {
  const path = `${WEBHOOKS}/${webhookId}/deliveries/${id}`;
  return until('a delivery', async () => {
    const { body } = await server.call<Delivery>('GET', path);
    return when(body) && body;
  });
}

/** Sends a `webhook.test` event and returns the id of its delivery. */
export async function sendTest(server: TestServer, id: string): Promise<string> {
  const { body } = await server.call<Delivery>('POST', `${WEBHOOKS}/${id}/test`);
  return body.id;
}
