import type { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import type { Json } from '../../base/kernel/json.js';

export const DELIVERY_STATUSES = ['pending', 'success', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event for one webhook. Times in ms. */
export interface Delivery {
  id: string;
  webhookId: string;
  type: string;
  taskId: string | null;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: number | null;
  attemptedAt: number | null;
  responseStatus: number | null;
  responseBody: string | null;
  durationMs: number | null;
  error: string | null;
  payload: Json;
  createdAt: number;
  finishedAt: number | null;
}

export function deliveryOf(row: WebhookDeliveryEntity): Delivery {
  const status = DELIVERY_STATUSES.find((known) => known === row.status);
  if (status === undefined) throw new Error(`stored delivery of unknown status ${row.status}`);
  return {
    id: row.id,
    webhookId: row.webhook_id,
    type: row.type,
    taskId: row.task_id,
    status,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    attemptedAt: row.attempted_at,
    responseStatus: row.response_status,
    responseBody: row.response_body,
    durationMs: row.duration_ms,
    error: row.error,
    payload: JSON.parse(row.payload) as Json,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
