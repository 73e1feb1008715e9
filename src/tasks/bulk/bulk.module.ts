import { Module } from '@nestjs/common';
import { BulkActions } from './bulk-actions.js';
import { BulkController } from './bulk.controller.js';
import { BulkOperations } from './bulk.service.js';
import { BulkWorker } from './bulk.worker.js';
import { TasksModule } from '../tasks/tasks.module.js';

/** Bulk operations: one action on many tasks. */
@Module({
  imports: [TasksModule],
  controllers: [BulkController],
  providers: [BulkActions, BulkOperations, BulkWorker],
  exports: [BulkWorker],
})
export class BulkModule {}
