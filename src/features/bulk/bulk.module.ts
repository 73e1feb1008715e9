import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { BulkController } from './bulk.controller.js';
import type { BulkServices } from './bulk.services.js';

/** The endpoints of bulk operations. */
@Module({})
export class BulkModule {
  static with({ bulk: { operations } }: { bulk: BulkServices }): DynamicModule {
    return { module: BulkModule, controllers: [BulkController], ...provided({ operations }) };
  }
}
