import { Injectable } from '@nestjs/common';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { FileEntry } from '../../files/files/tree/file-entry.js';
import { normalisePath } from '../../files/files/tree/file-path.js';
import { FileReaderService } from '../../files/files/tree/file-reader.service.js';
import type { Workspace } from '../../files/files/workspaces/workspace.js';
import { WorkspacesService } from '../../files/files/workspaces/workspaces.service.js';
import type { Content } from './call.js';
import { hasScope, type McpRequest } from './request.js';
import { fileUri } from './uris.js';

/** Maximum length of a path in a result, in characters. */
const MAX_PATH = 1_000;
/** Maximum number of files of one result. */
const MAX_FILES = 20;
/** Maximum size in bytes of the files embedded in one result; further files are linked. */
const MAX_WHOLE_BYTES = 1024 * 1024;

/** Finds files of the default workspace whose paths are in results. */
@Injectable()
export class ResultFiles {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly reader: FileReaderService,
  ) {}

  /**
   * Returns links to the files in a result, which is a path or has `path` or `paths`. With `whole`, files that are
   * small enough are embedded by type.
   */
  async of(request: McpRequest, result: Json, whole: () => Promise<boolean>): Promise<Content[]> {
    const paths = pathsIn(result);
    if (paths.length === 0 || !hasScope(request, 'files:read')) return [];
    const workspace = await this.workspaces.resolve(request.project.id, null, 'path');
    const found = await Promise.all(paths.map((path) => this.find(workspace, path)));
    const entries = found.filter((entry) => entry !== null);
    if (entries.length === 0) return [];
    let left = (await whole()) ? MAX_WHOLE_BYTES : -1;
    const contents: Content[] = [];
    for (const entry of entries) {
      const uri = fileUri(request.project, workspace.id, entry.path);
      const content = entry.size <= left ? await this.content(workspace, entry, uri) : null;
      if (content !== null) left -= entry.size;
      contents.push(content ?? linkTo(entry, uri));
    }
    return contents;
  }

  private async find(workspace: Workspace, path: string): Promise<FileEntry | null> {
    try {
      const entry = await this.reader.find(workspace, normalisePath(path, 'path'));
      return entry?.type === 'file' ? entry : null;
    } catch (error) {
      if (error instanceof MetarunError) return null;
      throw error;
    }
  }

  /** Returns null if the file cannot be read, since it was deleted or is an unconverted document. */
  private async content(
    workspace: Workspace,
    { path, mimeType }: FileEntry,
    uri: string,
  ): Promise<Content | null> {
    try {
      const { content, encoding } = await this.reader.read(workspace, path);
      const type = mimeType === null ? {} : { mimeType };
      if (encoding !== 'base64')
        return { type: 'resource', resource: { uri, ...type, text: content } };
      const kind = mimeType === null ? null : (/^(image|audio)\//.exec(mimeType)?.[1] ?? null);
      return kind !== null && mimeType !== null
        ? { type: kind === 'image' ? 'image' : 'audio', data: content, mimeType }
        : { type: 'resource', resource: { uri, ...type, blob: content } };
    } catch (error) {
      if (error instanceof MetarunError) return null;
      throw error;
    }
  }
}

function linkTo({ name, mimeType }: FileEntry, uri: string): Content {
  return { type: 'resource_link', uri, name, ...(mimeType !== null && { mimeType }) };
}

/** Returns the strings of a result that may be file paths. */
function pathsIn(result: Json): string[] {
  const { path, paths } = isJsonObject(result) ? result : { path: result, paths: null };
  const given = [path, ...(Array.isArray(paths) ? paths.slice(0, MAX_FILES) : [])];
  return given
    .filter((one) => typeof one === 'string')
    .filter((one) => one.startsWith('/') && one.length <= MAX_PATH);
}
