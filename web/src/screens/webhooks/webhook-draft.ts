import type { Webhook, WebhookEvent } from '../../api/types.js';
import { WEBHOOK_EVENTS, type WebhookBody } from '../../api/webhooks.js';

/** Webhook as the values of its form fields. */
export interface WebhookDraft {
  url: string;
  description: string;
  events: readonly WebhookEvent[];
  /** Identifiers of meta-tasks, one per line; '' for all of them. */
  types: string;
}

export const NEW_WEBHOOK: WebhookDraft = {
  url: '',
  description: '',
  events: ['task.success', 'task.failed'],
  types: '',
};

export function draftOfWebhook({ url, description, events, task_types }: Webhook): WebhookDraft {
  return {
    url,
    description: description ?? '',
    events: inOrder(events),
    types: task_types?.join('\n') ?? '',
  };
}

export function bodyOfWebhook({ url, description, events, types }: WebhookDraft): WebhookBody {
  const listed = types.split(/\s+/).filter(Boolean);
  return {
    url: url.trim(),
    description: description.trim() || null,
    events: inOrder(events),
    task_types: listed.length > 0 ? listed : null,
  };
}

function inOrder(events: readonly WebhookEvent[]): WebhookEvent[] {
  return WEBHOOK_EVENTS.filter((one) => events.includes(one));
}
