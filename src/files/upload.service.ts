import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/settings.js';
import { BlobStore } from '../storage/blob-store.js';
import type { FileEntry } from './file-entry.js';
import { normalisePath, pathInDirectory, ROOT } from './file-path.js';
import { FileWriterService } from './file-writer.service.js';
import { readUpload } from './upload.js';
import { WorkspacesService } from './workspaces.service.js';

@Injectable()
export class UploadService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(BlobStore) private readonly blobs: BlobStore,
    @Inject(WorkspacesService) private readonly workspaces: WorkspacesService,
    @Inject(FileWriterService) private readonly writer: FileWriterService,
  ) {}

  /** Stores the file of a multipart body; it takes the place of one with the same path. */
  async receive(projectId: string, request: IncomingMessage): Promise<FileEntry> {
    const { blob, fileName, dirPath, ws } = await readUpload(
      request,
      this.blobs,
      this.config.maxUploadBytes,
    );
    let target;
    try {
      const directory = normalisePath(dirPath ?? ROOT, '/dir_path');
      const path = pathInDirectory(directory, fileName, '/file');
      target = { workspace: await this.workspaces.resolve(projectId, ws, '/ws'), path };
    } catch (error) {
      await this.blobs.remove(blob.id);
      throw error;
    }
    return (await this.writer.store(target.workspace, target.path, blob)).entry;
  }
}
