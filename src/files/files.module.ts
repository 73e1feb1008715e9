import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { BlobSweep } from './blob-sweep.js';
import { DeletedWorkspaces } from './deleted-workspaces.service.js';
import { FileReaderService } from './file-reader.service.js';
import { FileVersionsController } from './file-versions.controller.js';
import { FileVersionsService } from './file-versions.service.js';
import { FileWriterService } from './file-writer.service.js';
import { FilesCapability } from './files.capability.js';
import { FilesController } from './files.controller.js';
import { RawFilesController } from './raw-files.controller.js';
import { FileFinderService } from './reading/file-finder.service.js';
import { OutlineController } from './reading/outline.controller.js';
import { ReadingCapability } from './reading/reading.capability.js';
import { TextReaderService } from './reading/text-reader.service.js';
import { UploadService } from './upload.service.js';
import { VersionExpiry } from './version-expiry.service.js';
import { WorkspaceChanges } from './workspace-changes.service.js';
import { WorkspacesController } from './workspaces.controller.js';
import { WorkspacesService } from './workspaces.service.js';

/** Workspaces and their files. Needs the global Config, Database and Capabilities. */
@Module({
  imports: [StorageModule],
  controllers: [
    FilesController,
    OutlineController,
    FileVersionsController,
    RawFilesController,
    WorkspacesController,
  ],
  providers: [
    BlobSweep,
    DeletedWorkspaces,
    FileFinderService,
    FileReaderService,
    FileVersionsService,
    FileWriterService,
    FilesCapability,
    ReadingCapability,
    TextReaderService,
    UploadService,
    VersionExpiry,
    WorkspaceChanges,
    WorkspacesService,
  ],
  exports: [DeletedWorkspaces, VersionExpiry, WorkspacesService],
})
export class FilesModule {}
