import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { SearchSettingsController } from './sections/search-settings.controller.js';
import type { VectorsServices } from './vectors.services.js';

/** The endpoints of what is searched by meaning. */
@Module({})
export class VectorsModule {
  static with({ core }: { core: { vectors: VectorsServices } }): DynamicModule {
    const { settings } = core.vectors;
    return {
      module: VectorsModule,
      controllers: [SearchSettingsController],
      ...provided({ settings }),
    };
  }
}
