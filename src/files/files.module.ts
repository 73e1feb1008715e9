import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { BlobSweep } from './blob-sweep.js';
import { FileReaderService } from './file-reader.service.js';
import { FileWriterService } from './file-writer.service.js';
import { FilesCapability } from './files.capability.js';
import { FilesController } from './files.controller.js';
import { RawFilesController } from './raw-files.controller.js';
import { UploadService } from './upload.service.js';
import { WorkspacesController } from './workspaces.controller.js';
import { WorkspacesService } from './workspaces.service.js';

/** Workspaces and their files. Needs the global Config, Database and Capabilities. */
@Module({
  imports: [StorageModule],
  controllers: [FilesController, RawFilesController, WorkspacesController],
  providers: [
    BlobSweep,
    FileReaderService,
    FileWriterService,
    FilesCapability,
    UploadService,
    WorkspacesService,
  ],
  exports: [WorkspacesService],
})
export class FilesModule {}
