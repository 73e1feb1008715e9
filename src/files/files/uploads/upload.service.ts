import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { IncomingMessage } from 'node:http';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import { Slots } from '../../../base/kernel/slots.js';
import { DocumentUploadsService } from '../documents/document-uploads.service.js';
import type { Conditions } from '../../../platform/wire/conditions.js';
import { plainContent, storedContent } from '../content/file-content.js';
import { isDocument } from '../documents/job-rows.js';
import { isMarkdownName, markdownPath } from '../documents/document-paths.js';
import type { FileEntry } from '../tree/file-entry.js';
import { getBaseName, normalisePath, pathInDirectory, ROOT } from '../tree/file-path.js';
import { FileWriterService, type NewFile } from '../tree/file-writer.service.js';
import { errorOfFiles, type FailedFile } from './failed-file.js';
import { readUpload, type Upload } from './upload.js';
import type { Workspace } from '../workspaces/workspace.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import type { FileSettings } from '../settings.js';

/** Number of files of one request that are stored at the same time, if each is stored by itself. */
const AT_ONCE = 8;

/** Result of a request, in the order of its parts. */
export interface Received {
  atomic: boolean;
  stored: FileEntry[];
  failed: FailedFile[];
}

@Injectable()
export class UploadService {
  constructor(
    @Inject(CONFIG) private readonly config: FileSettings,
    private readonly workspaces: WorkspacesService,
    private readonly changes: WorkspaceChanges,
    private readonly writer: FileWriterService,
    private readonly documents: DocumentUploadsService,
  ) {}

  /**
   * Stores the files of a multipart body: all or none, unless it has `atomic=false`. A file replaces one with the same
   * path, under the conditions, which apply to each. Throws if none is stored.
   */
  async receive(
    projectId: string,
    request: IncomingMessage,
    conditions: Conditions,
  ): Promise<Received> {
    await using blobs = this.changes.newBlobs();
    const upload = await readUpload(request, blobs, this.config.maxUploadBytes);
    const workspace = await this.workspaces.resolve(projectId, upload.ws, '/ws');
    const files = buildNewFiles(upload, workspace, conditions);
    const deadline = this.documents.deadline(upload.waitSeconds);
    const write = (some: readonly NewFile[]): Promise<FileEntry[]> =>
      blobs.commit(
        async () => {
          if (workspace.kind === 'knowledge_base')
            return this.documents.convertAndWrite(workspace, some, deadline);
          const written = await this.writer.writeAll(workspace, some);
          return written.map(({ entry }) => entry);
        },
        some.map(({ what }) => what.id),
      );
    if (upload.atomic) return { atomic: true, stored: await write(files), failed: [] };
    return { atomic: false, ...(await writeEach(files, write)) };
  }
}

/** Writes each file by itself. Throws the error of a single file, or one that names all if none was written. */
async function writeEach(
  files: readonly NewFile[],
  write: (some: readonly NewFile[]) => Promise<FileEntry[]>,
): Promise<Omit<Received, 'atomic'>> {
  const slots = new Slots(AT_ONCE);
  // All attempts settle before the caller removes the blobs that no file took.
  const outcomes = await Promise.allSettled(files.map((file) => slots.run(() => write([file]))));
  const stored: FileEntry[] = [];
  const failed: FailedFile[] = [];
  for (const [index, { path, what }] of files.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === 'fulfilled') {
      stored.push(...outcome.value);
      continue;
    }
    const error: unknown = outcome?.reason;
    if (!(error instanceof MetarunError)) throw error;
    failed.push({ index, name: isDocument(what) ? what.name : getBaseName(path), error });
  }
  if (stored.length === 0 && failed.length > 0) throw errorOfFiles(failed, files.length);
  return { stored, failed };
}

/**
 * Returns the files that an upload writes to a workspace. Throws a 422 for two files with one path, one of which would
 * be lost.
 */
function buildNewFiles(upload: Upload, { kind }: Workspace, conditions: Conditions): NewFile[] {
  const { dirPath, charset = null, syncedAs } = upload;
  const directory = normalisePath(dirPath ?? ROOT, '/dir_path');
  const files = upload.files.map(({ fileName, blob }): NewFile => {
    const path = pathInDirectory(directory, fileName, '/file');
    const name = getBaseName(path);
    if (kind !== 'knowledge_base' || isMarkdownName(name))
      return { path, what: plainContent(blob), conditions, syncedAs };
    const document = { ...storedContent(blob), name, charset };
    return { path: markdownPath(path), what: document, conditions, syncedAs };
  });
  const seen = new Set<string>();
  for (const { path } of files) {
    if (seen.has(path)) throw invalidField('/file', `"${path}" is there twice`);
    seen.add(path);
    // The path made from the name must be valid as well.
    normalisePath(path, '/file');
  }
  return files;
}
