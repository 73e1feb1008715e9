import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { SearchController } from './search.controller.js';
import type { SearchServices } from './search.services.js';

/** The endpoint of search. */
@Module({})
export class SearchModule {
  static with({ core }: { core: { search: SearchServices } }): DynamicModule {
    return {
      module: SearchModule,
      controllers: [SearchController],
      ...provided(core.search),
    };
  }
}
