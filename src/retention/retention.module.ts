import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { RetentionController } from './retention.controller.js';
import { RetentionService } from './retention.service.js';
import { RetentionSweep } from './retention-sweep.service.js';

/** How long projects keep finished tasks. Needs the global Config, Database and EventBus. */
@Module({
  imports: [FilesModule],
  controllers: [RetentionController],
  providers: [RetentionService, RetentionSweep],
})
export class RetentionModule {}
