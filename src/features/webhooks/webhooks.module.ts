import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { WebhooksController } from './webhooks.controller.js';
import type { WebhooksServices } from './webhooks.services.js';

/** The endpoints of webhooks. */
@Module({})
export class WebhooksModule {
  static with({ webhooks }: { webhooks: WebhooksServices }): DynamicModule {
    return {
      module: WebhooksModule,
      controllers: [WebhooksController],
      ...provided(webhooks),
    };
  }
}
