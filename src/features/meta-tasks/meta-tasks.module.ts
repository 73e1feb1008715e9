import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { MetaTaskCheckController } from './meta-task-check.controller.js';
import { ExamplesController } from './examples/examples.controller.js';
import { MetaTasksController } from './meta-tasks.controller.js';
import { NetworkController } from './network.controller.js';
import { RunLimitsController } from './run-limits.controller.js';
import type { MetaTasksServices } from './meta-tasks.services.js';

/** The endpoints of meta-tasks. */
@Module({})
export class MetaTasksModule {
  static with({ core }: { core: { metaTasks: MetaTasksServices } }): DynamicModule {
    return {
      module: MetaTasksModule,
      controllers: [
        MetaTasksController,
        MetaTaskCheckController,
        ExamplesController,
        NetworkController,
        RunLimitsController,
      ],
      ...provided(core.metaTasks),
    };
  }
}
