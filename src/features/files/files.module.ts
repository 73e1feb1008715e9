import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { DocumentsController } from './documents/documents.controller.js';
import type { DocumentsServices } from './documents/documents.services.js';
import { FileVersionsController } from './versions/file-versions.controller.js';
import { FilesController } from './tree/files.controller.js';
import type { FilesServices } from './files.services.js';
import { RawFilesController } from './content/raw-files.controller.js';
import { OutlineController } from './reading/outline.controller.js';
import type { StoredFilesServices } from './stored-files.services.js';
import { WorkspacesController } from './workspaces/workspaces.controller.js';

/** The services of a server that the endpoints use. */
interface FilesServer {
  core: { files: FilesServices };
  storedFiles: StoredFilesServices;
  documents: DocumentsServices;
}

function documentsOf({ reconversion, progress }: DocumentsServices) {
  return { reconversion, progress };
}

/** The endpoints of workspaces and their files. */
@Module({})
export class FilesModule {
  static with({ core, storedFiles, documents }: FilesServer): DynamicModule {
    return {
      module: FilesModule,
      controllers: [
        FilesController,
        DocumentsController,
        OutlineController,
        FileVersionsController,
        RawFilesController,
        WorkspacesController,
      ],
      ...provided({ ...core.files, ...storedFiles, ...documentsOf(documents) }),
    };
  }
}
