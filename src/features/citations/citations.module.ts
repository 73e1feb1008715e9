import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { CitationsController } from './citations.controller.js';
import type { CitationsServices } from './citations.services.js';

/** The endpoint of citations. */
@Module({})
export class CitationsModule {
  static with({ core }: { core: { citations: CitationsServices } }): DynamicModule {
    const { citations } = core.citations;
    return {
      module: CitationsModule,
      controllers: [CitationsController],
      ...provided({ citations }),
    };
  }
}
