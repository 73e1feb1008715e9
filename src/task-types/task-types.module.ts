import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../wire/provided.js';
import { MetaTasksController } from './task-types.controller.js';
import type { MetaTasksServices } from './task-types.services.js';

/** The endpoints of meta-tasks. */
@Module({})
export class MetaTasksModule {
  static with({ core }: { core: { metaTasks: MetaTasksServices } }): DynamicModule {
    return {
      module: MetaTasksModule,
      controllers: [MetaTasksController],
      ...provided(core.metaTasks),
    };
  }
}
