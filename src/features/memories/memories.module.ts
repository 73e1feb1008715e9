import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { MemoryJobsController } from './extraction/memory-jobs.controller.js';
import { MemoriesController } from './memories.controller.js';
import { MemorySettingsController } from './memory-settings.controller.js';
import type { MemoriesServices } from './memories.services.js';

/** The endpoints of memories. */
@Module({})
export class MemoriesModule {
  static with({ core }: { core: { memories: MemoriesServices } }): DynamicModule {
    return {
      module: MemoriesModule,
      // Its path comes before those of one memory.
      controllers: [MemoryJobsController, MemoriesController, MemorySettingsController],
      ...provided(core.memories),
    };
  }
}
