import { Module } from '@nestjs/common';
import { ChildTaskCapability } from './child-task.capability.js';
import { TaskTreeController } from './task-tree.controller.js';
import { TaskTrees } from './task-tree.service.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';
import { StepsModule } from '../../workflow/steps/steps.module.js';

/** Child tasks: tasks that the scripts of other tasks start. */
@Module({
  imports: [StepsModule, TasksModule],
  controllers: [TaskTreeController],
  providers: [ChildTaskCapability, TaskTrees],
})
export class ChildrenModule {
  constructor(capabilities: Capabilities, capability: ChildTaskCapability) {
    capability.register(capabilities);
  }
}
