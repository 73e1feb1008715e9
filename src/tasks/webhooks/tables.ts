import { Webhooks1700000000019 } from './migrations/0019-webhooks.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import { WebhookEntity } from './webhook.entity.js';

export const entities = [WebhookEntity, WebhookDeliveryEntity];
export const migrations = [Webhooks1700000000019];
