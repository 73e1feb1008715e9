import {
  type BeforeApplicationShutdown,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SecretsModule } from '../secrets/secrets.module.js';
import { DeliveriesService } from './deliveries.service.js';
import { WebhookDeliverer } from './webhook-deliverer.js';
import { WebhookFeeder } from './webhook-feeder.js';
import { WebhookRetention } from './webhook-retention.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookWorker } from './webhook-worker.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

/** Webhooks of projects. Needs the global Config, Database, EventLog and EventBus. */
@Module({
  imports: [SecretsModule],
  controllers: [WebhooksController],
  providers: [
    WebhooksService,
    DeliveriesService,
    WebhookSecrets,
    WebhookSender,
    WebhookFeeder,
    WebhookDeliverer,
    WebhookRetention,
    WebhookWorker,
  ],
})
export class WebhooksModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly worker: WebhookWorker) {}

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }
}
