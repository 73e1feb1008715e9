import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { Webhook } from './webhook.js';
import type { WebhookDto } from './webhook.dto.js';

export function webhookDto(webhook: Webhook): WebhookDto {
  return {
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    events: webhook.events,
    task_types: webhook.metaTasks,
    enabled: webhook.enabled,
    disabled_reason: webhook.disabledReason,
    failing_since: isoTimeOrNull(webhook.failingSince),
    previous_secret_until: isoTimeOrNull(webhook.previousUntil),
    created_by: webhook.createdBy,
    created_at: isoTime(webhook.createdAt),
    updated_at: isoTime(webhook.updatedAt),
  };
}
