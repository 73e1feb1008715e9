import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { SecretsController } from './secrets.controller.js';
import type { SecretsServices } from './secrets.services.js';

/** The endpoints of secrets. */
@Module({})
export class SecretsModule {
  static with({ core }: { core: { secrets: SecretsServices } }): DynamicModule {
    return {
      module: SecretsModule,
      controllers: [SecretsController],
      ...provided(core.secrets),
    };
  }
}
