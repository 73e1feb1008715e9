import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import { BlobSweep } from './blobs/blob-sweep.js';
import { DeletedWorkspaces } from './workspaces/deleted-workspaces.service.js';
import type { DocumentsServices } from './documents/documents.services.js';
import { FileVersionsService } from './versions/file-versions.service.js';
import type { FilesServices } from './files.services.js';
import { InstallationCheck } from './blobs/installation-check.service.js';
import { UploadService } from './uploads/upload.service.js';
import { VersionExpiry } from './versions/version-expiry.service.js';
import type { FileSettings } from './settings.js';

export type StoredFilesServices = ReturnType<typeof storedFilesServices>;

/** Makes the services of a server beyond reading and writing files: uploads, versions, and the removal of what is not kept. */
export function storedFilesServices(
  { config, logger, database, blobs, keepers }: Infrastructure<FileSettings>,
  { changes, conversions, workspaces, writer }: FilesServices,
  documents: DocumentsServices,
) {
  return {
    installation: new InstallationCheck(config, database, blobs, logger),
    uploads: new UploadService(config, blobs, workspaces, changes, writer, documents.uploads),
    versions: new FileVersionsService(database, changes, writer, conversions),
    expiry: new VersionExpiry(database, changes),
    deleted: new DeletedWorkspaces(database, changes),
    sweep: new BlobSweep(config, database, blobs, keepers.lead('contents'), logger),
  };
}
