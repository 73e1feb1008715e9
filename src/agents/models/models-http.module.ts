import { Module } from '@nestjs/common';
import { TasksModule } from '../../tasks/tasks/tasks.module.js';
import { ModelsModule } from './models.module.js';
import { TaskModelCallsController } from './usage/task-model-calls.controller.js';

/** Endpoint of the requests that tasks have made to models. */
@Module({
  imports: [ModelsModule, TasksModule],
  controllers: [TaskModelCallsController],
})
export class ModelsHttpModule {}
