import { Module } from '@nestjs/common';
import { FilesHttpModule } from '../../files/files/files-http.module.js';
import { FilesModule } from '../../files/files/files.module.js';
import { DraftDeletion } from './draft-deletion.service.js';
import { DraftsController } from './drafts.controller.js';
import { RetentionSweep } from './retention-sweep.service.js';
import { RetentionController } from './retention.controller.js';
import { RetentionService } from './retention.service.js';
import { TestCalls } from './test-calls.service.js';

/** Retention policies of projects, and the sweep that deletes what they do not keep. */
@Module({
  imports: [FilesHttpModule, FilesModule],
  controllers: [RetentionController, DraftsController],
  providers: [RetentionService, RetentionSweep, TestCalls, DraftDeletion],
  exports: [RetentionService, RetentionSweep],
})
export class RetentionModule {}
