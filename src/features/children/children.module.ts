import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { TaskTreeController } from './task-tree.controller.js';
import type { ChildrenServices } from './children.services.js';

/** The endpoint of trees of tasks. */
@Module({})
export class ChildrenModule {
  static with({ core }: { core: { children: ChildrenServices } }): DynamicModule {
    return {
      module: ChildrenModule,
      controllers: [TaskTreeController],
      ...provided(core.children),
    };
  }
}
