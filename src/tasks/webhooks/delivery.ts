import type { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import { StoredJson } from '../../base/kernel/stored-json.js';

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
  durationMs: number | null;
  error: string | null;
  createdAt: number;
  finishedAt: number | null;
}

/** A delivery with the sent body and the response. */
export interface DeliveryDetail extends Delivery {
  payload: StoredJson;
  responseBody: string | null;
}

export type DeliveryRow = Omit<WebhookDeliveryEntity, 'payload' | 'response_body'>;

export function toDeliveryDetail(row: WebhookDeliveryEntity): DeliveryDetail {
  return {
    ...toDelivery(row),
    payload: new StoredJson(row.payload),
    responseBody: row.response_body,
  };
}

export function toDelivery(row: DeliveryRow): Delivery {
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
    durationMs: row.duration_ms,
    error: row.error,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
