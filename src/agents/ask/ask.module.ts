import { Module } from '@nestjs/common';
import { AskController } from './ask.controller.js';
import { AskService } from './ask.service.js';
import { FilesModule } from '../../files/files/files.module.js';
import { MetaTasksModule } from '../../tasks/meta-tasks/meta-tasks.module.js';
import { ModelsModule } from '../models/models.module.js';
import { TasksHttpModule } from '../../tasks/tasks/tasks-http.module.js';
import { TasksModule } from '../../tasks/tasks/tasks.module.js';

/** Questions that are answered from files. */
@Module({
  imports: [FilesModule, MetaTasksModule, TasksModule, ModelsModule, TasksHttpModule],
  controllers: [AskController],
  providers: [AskService],
  exports: [AskService],
})
export class AskModule {}
