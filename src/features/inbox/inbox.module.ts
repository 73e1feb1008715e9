import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { InboxController } from './inbox.controller.js';
import type { InboxServices } from './inbox.services.js';

/** The endpoint that sends events to tasks. */
@Module({})
export class InboxModule {
  static with({ core }: { core: { inbox: InboxServices } }): DynamicModule {
    return {
      module: InboxModule,
      controllers: [InboxController],
      ...provided(core.inbox),
    };
  }
}
