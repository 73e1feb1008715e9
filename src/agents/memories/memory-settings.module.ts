import { Module } from '@nestjs/common';
import { MemorySettingsService } from './memory-settings.service.js';
import { ModelsModule } from '../models/models.module.js';

/** Settings of projects for their memories. */
@Module({
  imports: [ModelsModule],
  providers: [MemorySettingsService],
  exports: [MemorySettingsService],
})
export class MemorySettingsModule {}
