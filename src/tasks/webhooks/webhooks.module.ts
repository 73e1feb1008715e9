import { Module } from '@nestjs/common';
import { publicPath } from '../../base/config/own-url.js';
import type { Config } from '../../base/config/settings.js';
import { CONFIG } from '../../base/tokens.js';
import { QuotasModule } from '../../access/projects/quotas.module.js';
import { SecretsModule } from '../../access/secrets/secrets.module.js';
import { DeliveriesService } from './deliveries.service.js';
import { WebhookDeliverer } from './webhook-deliverer.js';
import { WebhookFeeder } from './webhook-feeder.js';
import { WebhookRetention } from './webhook-retention.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookWorker } from './webhook-worker.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';
import { Database } from '../../platform/database/database.js';
import { EventLog } from '../../platform/events/event-log.js';

/** Notifications of other services about tasks. */
@Module({
  imports: [SecretsModule, QuotasModule],
  controllers: [WebhooksController],
  providers: [
    WebhookSecrets,
    WebhookSender,
    WebhooksService,
    WebhookWorker,
    WebhookDeliverer,
    WebhookRetention,
    DeliveriesService,
    {
      provide: WebhookFeeder,
      inject: [Database, EventLog, CONFIG],
      useFactory: (database: Database, events: EventLog, config: Config) =>
        new WebhookFeeder(database, events, publicPath(config)),
    },
  ],
  exports: [WebhookWorker],
})
export class WebhooksModule {}
