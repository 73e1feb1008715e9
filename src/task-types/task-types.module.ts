import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../wire/provided.js';
import { TaskTypesController } from './task-types.controller.js';
import type { TaskTypesServices } from './task-types.services.js';

/** The endpoints of meta-tasks. */
@Module({})
export class TaskTypesModule {
  static with({ core }: { core: { taskTypes: TaskTypesServices } }): DynamicModule {
    return {
      module: TaskTypesModule,
      controllers: [TaskTypesController],
      ...provided(core.taskTypes),
    };
  }
}
