import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { IncomingMessage } from 'node:http';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import { Slots } from '../../../base/kernel/slots.js';
import { BlobStore } from '../../../platform/storage/blob-store.js';
import { DocumentUploadsService } from '../documents/document-uploads.service.js';
import type { Conditions } from '../../../platform/wire/conditions.js';
import type { FileEntry } from '../tree/file-entry.js';
import { nameOf, normalisePath, pathInDirectory, ROOT } from '../tree/file-path.js';
import { FileWriterService, type NewContent } from '../tree/file-writer.service.js';
import { errorOfFiles, type FailedFile } from './failed-file.js';
import { readUpload, type Upload } from './upload.js';
import type { Workspace } from '../workspaces/workspace.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import type { FileSettings } from '../settings.js';

/** Files of one request that are stored at the same time, where each is by itself. */
const AT_ONCE = 8;

/** The outcome of a request, in the order of its parts. */
export interface Received {
  atomic: boolean;
  stored: FileEntry[];
  failed: FailedFile[];
}

@Injectable()
export class UploadService {
  constructor(
    @Inject(CONFIG) private readonly config: FileSettings,
    private readonly blobs: BlobStore,
    private readonly workspaces: WorkspacesService,
    private readonly changes: WorkspaceChanges,
    private readonly writer: FileWriterService,
    private readonly documents: DocumentUploadsService,
  ) {}

  /**
   * Stores the files of a multipart body, all or none unless it says `atomic=false`; each takes the place of one with the same
   * path, unless the conditions, which hold for each, say otherwise. Throws where none is stored.
   */
  async receive(
    projectId: string,
    request: IncomingMessage,
    conditions: Conditions,
  ): Promise<Received> {
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
    const deadline = this.documents.deadline(upload.waitSeconds);
    if (upload.atomic)
      return {
        atomic: true,
        stored: await this.storeAll(workspace, contents, conditions, deadline),
        failed: [],
      };
    return { atomic: false, ...(await this.storeEach(workspace, contents, conditions, deadline)) };
  }

  private async storeAll(
    workspace: Workspace,
    contents: readonly NewContent[],
    conditions: Conditions,
    deadline: number,
  ): Promise<FileEntry[]> {
    if (workspace.kind === 'knowledge_base')
      return this.documents.storeAll(workspace, contents, conditions, deadline);
    const written = await this.writer.storeAll(workspace, contents, conditions);
    return written.map(({ entry }) => entry);
  }

  /** Stores each file by itself. Throws the error of a single one, and one that names all where none was stored. */
  private async storeEach(
    workspace: Workspace,
    contents: readonly NewContent[],
    conditions: Conditions,
    deadline: number,
  ): Promise<Omit<Received, 'atomic'>> {
    const slots = new Slots(AT_ONCE);
    const outcomes = await Promise.all(
      contents.map((content, index) =>
        slots.run(async (): Promise<FileEntry | FailedFile> => {
          try {
            const [entry] = await this.storeAll(workspace, [content], conditions, deadline);
            if (entry !== undefined) return entry;
            throw new Error('nothing was stored');
          } catch (error) {
            if (!(error instanceof MetarunError)) throw error;
            return { index, name: nameOf(content.path), error };
          }
        }),
      ),
    );
    const failed = outcomes.filter((outcome) => 'error' in outcome);
    const stored = outcomes.flatMap((outcome) => ('error' in outcome ? [] : [outcome]));
    if (stored.length === 0 && failed.length > 0) throw errorOfFiles(failed, contents.length);
    return { stored, failed };
  }

  /** Throws a 422 for two files of one path, of which one would be lost. */
  private contentsOf(
    { files, dirPath, charset, syncedAs }: Upload,
    { kind }: Workspace,
  ): NewContent[] {
    const directory = normalisePath(dirPath ?? ROOT, '/dir_path');
    const contents = files.map(({ fileName, blob }) => ({
      path: pathInDirectory(directory, fileName, '/file'),
      blob,
      charset: charset ?? null,
      syncedAs: syncedAs ?? null,
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
