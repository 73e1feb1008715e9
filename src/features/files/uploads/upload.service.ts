import type { IncomingMessage } from 'node:http';
import { invalidField } from '../../../base/kernel/errors.js';
import { type BlobStore } from '../../../platform/storage/blob-store.js';
import { type DocumentUploadsService } from '../documents/document-uploads.service.js';
import type { Conditions } from '../../../platform/wire/conditions.js';
import type { FileEntry } from '../tree/file-entry.js';
import { normalisePath, pathInDirectory, ROOT } from '../tree/file-path.js';
import { type FileWriterService, type NewContent } from '../tree/file-writer.service.js';
import { readUpload, type Upload } from './upload.js';
import type { Workspace } from '../workspaces/workspace.js';
import { type WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import { type WorkspacesService } from '../workspaces/workspaces.service.js';
import type { FileSettings } from '../settings.js';

export class UploadService {
  constructor(
    private readonly config: FileSettings,
    private readonly blobs: BlobStore,
    private readonly workspaces: WorkspacesService,
    private readonly changes: WorkspaceChanges,
    private readonly writer: FileWriterService,
    private readonly documents: DocumentUploadsService,
  ) {}

  /**
   * Stores the files of a multipart body, all or none; each takes the place of one with the same path, unless
   * the conditions, which hold for each, say otherwise. Returns their entries in the order of the parts.
   */
  async receive(
    projectId: string,
    request: IncomingMessage,
    conditions: Conditions,
  ): Promise<FileEntry[]> {
    const upload = await readUpload(request, this.blobs, this.config.maxUploadBytes);
    let target: { workspace: Workspace; contents: NewContent[] };
    try {
      const workspace = await this.workspaces.resolve(projectId, upload.ws, '/ws');
      target = { workspace, contents: this.contentsOf(upload, workspace) };
    } catch (error) {
      await this.changes.discard(upload.files.map(({ blob }) => blob.id));
      throw error;
    }
    const { workspace, contents } = target;
    if (workspace.kind === 'knowledge_base')
      return this.documents.storeAll(workspace, contents, conditions);
    const written = await this.writer.storeAll(workspace, contents, conditions);
    return written.map(({ entry }) => entry);
  }

  /** Throws a 422 for two files of one path, of which one would be lost. */
  private contentsOf({ files, dirPath }: Upload, { kind }: Workspace): NewContent[] {
    const directory = normalisePath(dirPath ?? ROOT, '/dir_path');
    const contents = files.map(({ fileName, blob }) => ({
      path: pathInDirectory(directory, fileName, '/file'),
      blob,
    }));
    const seen = new Set<string>();
    for (const { path: given } of contents) {
      const path = kind === 'knowledge_base' ? this.documents.pathOf(given) : given;
      if (seen.has(path)) throw invalidField('/file', `"${path}" is there twice`);
      seen.add(path);
      // What is made of the name has to be one too.
      if (path !== given) normalisePath(path, '/file');
    }
    return contents;
  }
}
