import { contentTag } from '../../platform/wire/content-tag.js';
import type { WebhookEntity } from './webhook.entity.js';
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-event.js';

/** An address that a project wants to be notified. Times in ms. */
export interface Webhook {
  id: string;
  projectId: string;
  url: string;
  description: string | null;
  events: WebhookEvent[];
  /** Identifiers of meta-tasks; null for all. */
  metaTasks: string[] | null;
  enabled: boolean;
  disabledReason: string | null;
  failingSince: number | null;
  /** End of the validity of the previous secret; null without one. */
  previousUntil: number | null;
  createdBy: string;
  createdAt: number;
  updatedAt: number;
}

/**
 * Returns the ETag of a webhook, made from what clients set, so that deliveries do not change it. It changes when the
 * server disables the webhook.
 */
export function webhookTag({ url, description, events, metaTasks, enabled }: Webhook): string {
  return contentTag({ url, description, events, task_types: metaTasks, enabled });
}

export function toWebhook(row: WebhookEntity): Webhook {
  return {
    id: row.id,
    projectId: row.project_id,
    url: row.url,
    description: row.description,
    events: texts(row.events).filter(isWebhookEvent),
    metaTasks: row.task_types === null ? null : texts(row.task_types),
    // SQLite has no booleans.
    enabled: Boolean(row.enabled),
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since,
    previousUntil:
      row.previous_until === null || row.previous_until <= Date.now() ? null : row.previous_until,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function texts(json: string): string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.map(String) : [];
}

function isWebhookEvent(text: string): text is WebhookEvent {
  return WEBHOOK_EVENTS.some((name) => name === text);
}
