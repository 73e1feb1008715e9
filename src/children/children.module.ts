import { Module } from '@nestjs/common';
import { StepsModule } from '../steps/steps.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { ChildTaskCapability } from './child-task.capability.js';
import { TaskTreeController } from './task-tree.controller.js';
import { TaskTrees } from './task-tree.service.js';

/** Tasks that scripts ask for. */
@Module({
  imports: [StepsModule, TasksModule],
  controllers: [TaskTreeController],
  providers: [ChildTaskCapability, TaskTrees],
})
export class ChildrenModule {}
