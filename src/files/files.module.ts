import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { BlobSweep } from './blob-sweep.js';
import { FileReaderService } from './file-reader.service.js';
import { FileWriterService } from './file-writer.service.js';
import { FilesCapability } from './files.capability.js';
import { FilesController } from './files.controller.js';
import { RawFilesController } from './raw-files.controller.js';
import { FileFinderService } from './reading/file-finder.service.js';
import { OutlineController } from './reading/outline.controller.js';
import { ReadingCapability } from './reading/reading.capability.js';
import { TextReaderService } from './reading/text-reader.service.js';
import { UploadService } from './upload.service.js';
import { WorkspacesController } from './workspaces.controller.js';
import { WorkspacesService } from './workspaces.service.js';

/** Workspaces and their files. Needs the global Config, Database and Capabilities. */
@Module({
  imports: [StorageModule],
  controllers: [FilesController, OutlineController, RawFilesController, WorkspacesController],
  providers: [
    BlobSweep,
    FileFinderService,
    FileReaderService,
    FileWriterService,
    FilesCapability,
    ReadingCapability,
    TextReaderService,
    UploadService,
    WorkspacesService,
  ],
  exports: [WorkspacesService],
})
export class FilesModule {}
