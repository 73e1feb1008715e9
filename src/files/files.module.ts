import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { BlobSweep } from './blob-sweep.js';
import { ConversionCache } from './documents/conversion-cache.js';
import { ConversionQueue } from './documents/conversion-queue.js';
import { ConversionWorker } from './documents/conversion-worker.service.js';
import { DocumentResultsService } from './documents/document-results.service.js';
import { DocumentUploadsService } from './documents/document-uploads.service.js';
import { DocumentWriterService } from './documents/document-writer.service.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DocumentsService } from './documents/documents.service.js';
import { ReconversionService } from './documents/reconversion.service.js';
import { DeletedWorkspaces } from './deleted-workspaces.service.js';
import { FileReaderService } from './file-reader.service.js';
import { FileVersionsController } from './file-versions.controller.js';
import { FileVersionsService } from './file-versions.service.js';
import { FileWriterService } from './file-writer.service.js';
import { FilesCapability } from './files.capability.js';
import { FilesController } from './files.controller.js';
import { RawFilesController } from './raw-files.controller.js';
import { FileFinderService } from './reading/file-finder.service.js';
import { InstallationCheck } from './installation-check.service.js';
import { OutlineController } from './reading/outline.controller.js';
import { ReadingCapability } from './reading/reading.capability.js';
import { TextReaderService } from './reading/text-reader.service.js';
import { UploadService } from './upload.service.js';
import { VersionExpiry } from './version-expiry.service.js';
import { WorkspaceChanges } from './workspace-changes.service.js';
import { WorkspacesController } from './workspaces.controller.js';
import { WorkspacesService } from './workspaces.service.js';

/** Workspaces and their files. Needs the global Config, Database, DocumentConverter and Capabilities. */
@Module({
  imports: [StorageModule],
  controllers: [
    FilesController,
    DocumentsController,
    OutlineController,
    FileVersionsController,
    RawFilesController,
    WorkspacesController,
  ],
  providers: [
    BlobSweep,
    ConversionCache,
    ConversionQueue,
    ConversionWorker,
    DeletedWorkspaces,
    DocumentResultsService,
    DocumentUploadsService,
    DocumentWriterService,
    DocumentsService,
    FileFinderService,
    FileReaderService,
    FileVersionsService,
    FileWriterService,
    FilesCapability,
    InstallationCheck,
    ReadingCapability,
    ReconversionService,
    TextReaderService,
    UploadService,
    VersionExpiry,
    WorkspaceChanges,
    WorkspacesService,
  ],
  exports: [ConversionCache, DeletedWorkspaces, VersionExpiry, WorkspacesService],
})
export class FilesModule {}
