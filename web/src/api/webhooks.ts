import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { ifMatch, type Tagged, readTaggedBody } from './conditions.js';
import { pagesQuery } from './pages.js';
import type {
  Delivery,
  DeliveryDetail,
  Webhook,
  WebhookEvent,
  WebhookWithSecret,
} from './types.js';
import { untilFirst } from './until-first.js';

export const DELIVERY_STATUSES = ['pending', 'success', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Webhook events in display order, starting with the ends of runs. */
export const WEBHOOK_EVENTS = [
  'task.success',
  'task.failed',
  'task.cancelled',
  'task.pending',
  'task.running',
  'task.waiting',
  'approval.pending',
  'schedule.failed',
  'schedule.paused',
] as const satisfies readonly WebhookEvent[];

const PAGE = 50;
/** Shortest interval at which pending deliveries are read again, in ms. */
const PAUSES_MS = { least: 1_500 };
/** Maximum duration of an attempt, in ms, during which its response is still missing. */
const ATTEMPT_MS = 20_000;
const PATH = '/projects/{project_id}/webhooks/{webhook_id}' as const;
const DELIVERY = `${PATH}/deliveries/{delivery_id}` as const;

export interface WebhookBody {
  url: string;
  description: string | null;
  events: WebhookEvent[];
  task_types: string[] | null;
}

export function webhooksQuery(project: string) {
  return queryOptions({
    queryKey: ['webhooks', project],
    queryFn: ({ signal }): Promise<Webhook[]> =>
      readBody(
        api.GET('/projects/{project_id}/webhooks', {
          params: { path: { project_id: project } },
          signal,
        }),
      ),
  });
}

export function webhookQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['webhook', project, id],
    queryFn: ({ signal }): Promise<Tagged<Webhook>> =>
      readTaggedBody(api.GET(PATH, { params: buildPathParams(project, id), signal })),
  });
}

/** Deliveries of a webhook, newest first, read again while any of them is pending. */
export function deliveriesQuery(project: string, id: string, status: DeliveryStatus | undefined) {
  const filter = status === undefined ? {} : { status };
  return pagesQuery<Delivery>(
    ['deliveries', project, id, status],
    (place, signal) =>
      api.GET(`${PATH}/deliveries`, {
        params: { ...buildPathParams(project, id), query: { limit: PAGE, ...filter, ...place } },
        signal,
      }),
    untilTried,
  );
}

/** One delivery with its request and response, read again while it is pending. */
export function deliveryQuery(project: string, id: string, delivery: string) {
  return queryOptions({
    queryKey: ['deliveries', project, id, 'one', delivery],
    queryFn: ({ signal }): Promise<DeliveryDetail> =>
      readBody(api.GET(DELIVERY, { params: pathOfDelivery(project, id, delivery), signal })),
    refetchInterval: ({ state }) => untilTried(state.data === undefined ? [] : [state.data]),
  });
}

/** Creates a webhook. The response contains the secret and is never cached. */
export function createWebhook(project: string, body: WebhookBody): Promise<WebhookWithSecret> {
  return readBody(
    api.POST('/projects/{project_id}/webhooks', {
      params: { path: { project_id: project } },
      body,
    }),
  );
}

export function changeWebhook(
  project: string,
  id: string,
  body: Partial<WebhookBody> & { enabled?: boolean },
  etag: string,
): Promise<Tagged<Webhook>> {
  return readTaggedBody(
    api.PATCH(PATH, { params: buildPathParams(project, id), body, ...ifMatch(etag) }),
  );
}

export async function deleteWebhook(project: string, id: string, etag: string): Promise<void> {
  await readBody(api.DELETE(PATH, { params: buildPathParams(project, id), ...ifMatch(etag) }));
}

/** Replaces the secret of a webhook. The response contains the new secret and is never cached. */
export function rotateSecret(project: string, id: string): Promise<WebhookWithSecret> {
  return readBody(
    api.POST(`${PATH}/rotate-secret`, { params: buildPathParams(project, id), body: {} }),
  );
}

/** Sends a `webhook.test` event. */
export function testWebhook(project: string, id: string): Promise<DeliveryDetail> {
  return readBody(api.POST(`${PATH}/test`, { params: buildPathParams(project, id) }));
}

/** Sends a delivery again. */
export async function redeliver(project: string, id: string, delivery: string): Promise<void> {
  await readBody(
    api.POST(`${DELIVERY}/redeliver`, { params: pathOfDelivery(project, id, delivery) }),
  );
}

/** Sends all failed deliveries again. Returns their number, and whether more remain. */
export function redeliverFailed(
  project: string,
  id: string,
): Promise<{ redelivered: number; more: boolean }> {
  return readBody(
    api.POST(`${PATH}/deliveries/redeliver`, {
      params: buildPathParams(project, id),
      body: { status: 'failed' },
    }),
  );
}

function buildPathParams(project: string, id: string) {
  return { path: { project_id: project, webhook_id: id } };
}

function pathOfDelivery(project: string, id: string, delivery: string) {
  return { path: { project_id: project, webhook_id: id, delivery_id: delivery } };
}

/** Returns the time in ms until the next attempt of any pending delivery; false if none is pending. */
function untilTried(deliveries: readonly Delivery[]): number | false {
  const now = Date.now();
  const times = deliveries
    .filter(({ status }) => status === 'pending')
    .map(({ attempted_at: last, next_attempt_at: next }) =>
      last !== null && Date.parse(last) > now - ATTEMPT_MS ? now : next,
    );
  return untilFirst(times, PAUSES_MS);
}
