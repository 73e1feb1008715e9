import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { Quotas } from '../projects/quotas.service.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import { publicPath } from '../../base/config/own-url.js';
import { DeliveriesService } from './deliveries.service.js';
import { WebhookDeliverer } from './webhook-deliverer.js';
import { WebhookFeeder } from './webhook-feeder.js';
import { WebhookRetention } from './webhook-retention.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookWorker } from './webhook-worker.js';
import { WebhooksService } from './webhooks.service.js';

export type WebhooksServices = ReturnType<typeof webhooksServices>;

/** Telling others of what happens to tasks. */
export function webhooksServices(
  { config, logger, database, bus, keepers, events }: Infrastructure,
  { key }: SecretsServices,
  quotas: Quotas,
) {
  const secrets = new WebhookSecrets(key);
  const sender = new WebhookSender(config);
  const webhooks = new WebhooksService(database, events, secrets, sender, quotas);
  const worker = new WebhookWorker(
    database,
    bus,
    new WebhookFeeder(database, events, publicPath(config)),
    new WebhookDeliverer(database, events, secrets, sender, logger, bus),
    new WebhookRetention(database),
    keepers.lead('webhooks'),
    logger,
  );
  return { webhooks, deliveries: new DeliveriesService(database, webhooks, bus), worker };
}
