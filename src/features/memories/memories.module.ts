import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { MemoriesController } from './memories.controller.js';
import { MemorySettingsController } from './memory-settings.controller.js';
import type { MemoriesServices } from './memories.services.js';

/** The endpoints of memories. */
@Module({})
export class MemoriesModule {
  static with({ core }: { core: { memories: MemoriesServices } }): DynamicModule {
    return {
      module: MemoriesModule,
      controllers: [MemoriesController, MemorySettingsController],
      ...provided(core.memories),
    };
  }
}
