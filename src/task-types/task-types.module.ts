import { Module } from '@nestjs/common';
import { DefinitionCheck } from './definition-check.service.js';
import { RunnableVersions } from './runnable-versions.service.js';
import { TaskTypesController } from './task-types.controller.js';
import { TaskTypesService } from './task-types.service.js';

@Module({
  controllers: [TaskTypesController],
  providers: [DefinitionCheck, RunnableVersions, TaskTypesService],
  exports: [RunnableVersions],
})
export class TaskTypesModule {}
