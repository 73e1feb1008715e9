import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { DraftsController } from './drafts.controller.js';
import { RetentionController } from './retention.controller.js';
import type { RetentionServices } from './retention.services.js';

/** The endpoints of retention. */
@Module({})
export class RetentionModule {
  static with({ retention }: { retention: RetentionServices }): DynamicModule {
    return {
      module: RetentionModule,
      controllers: [RetentionController, DraftsController],
      ...provided(retention),
    };
  }
}
