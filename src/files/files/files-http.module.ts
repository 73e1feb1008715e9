import { Module } from '@nestjs/common';
import { BlobSweep } from './blobs/blob-sweep.js';
import { InstallationCheck } from './blobs/installation-check.service.js';
import { RawFilesController } from './content/raw-files.controller.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DocumentsModule } from './documents/documents.module.js';
import { FilesModule } from './files.module.js';
import { OutlineController } from './reading/outline.controller.js';
import { FilesController } from './tree/files.controller.js';
import { UploadService } from './uploads/upload.service.js';
import { FileVersionsController } from './versions/file-versions.controller.js';
import { FileVersionsService } from './versions/file-versions.service.js';
import { VersionExpiry } from './versions/version-expiry.service.js';
import { DeletedWorkspaces } from './workspaces/deleted-workspaces.service.js';
import { WorkspacesController } from './workspaces/workspaces.controller.js';

/** HTTP endpoints of workspaces, files, uploads and versions, with the removal of expired data. */
@Module({
  imports: [FilesModule, DocumentsModule],
  controllers: [
    FilesController,
    DocumentsController,
    OutlineController,
    FileVersionsController,
    RawFilesController,
    WorkspacesController,
  ],
  providers: [
    InstallationCheck,
    UploadService,
    FileVersionsService,
    VersionExpiry,
    DeletedWorkspaces,
    BlobSweep,
  ],
  exports: [VersionExpiry, DeletedWorkspaces, BlobSweep],
})
export class FilesHttpModule {}
