import { Module } from '@nestjs/common';
import { ExamplesController } from './examples/examples.controller.js';
import { MetaTaskCheckController } from './meta-task-check.controller.js';
import { MetaTasksController } from './meta-tasks.controller.js';
import { MetaTasksModule } from './meta-tasks.module.js';
import { NetworkController } from './network.controller.js';
import { RunLimitsController } from './run-limits.controller.js';

/** The endpoints of meta-tasks. */
@Module({
  imports: [MetaTasksModule],
  controllers: [
    MetaTasksController,
    MetaTaskCheckController,
    ExamplesController,
    NetworkController,
    RunLimitsController,
  ],
})
export class MetaTasksHttpModule {}
