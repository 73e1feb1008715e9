import { Injectable } from '@nestjs/common';
import { MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { decodeCursor } from '../../files/files/tree/list-cursor.js';
import { normalisePath, ROOT } from '../../files/files/tree/file-path.js';
import { FileReaderService } from '../../files/files/tree/file-reader.service.js';
import { TextReaderService } from '../../files/files/reading/text-reader.service.js';
import { WorkspacesService } from '../../files/files/workspaces/workspaces.service.js';
import { TasksService } from '../../tasks/tasks/tasks.service.js';
import { TaskLogText } from './task-log-text.js';
import { assertScope, hasScope, type McpRequest } from './request.js';
import { fileUri, logsUri, namedBy, resultUri } from './uris.js';

/** Number of files in one page of the list. */
const PAGE = 100;

type NamedFile = Extract<NonNullable<ReturnType<typeof namedBy>>, { kind: 'file' }>;

/** Provides files, logs and results as resources. */
@Injectable()
export class ResourcesService {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly reader: FileReaderService,
    private readonly texts: TextReaderService,
    private readonly tasks: TasksService,
    private readonly logs: TaskLogText,
  ) {}

  /**
   * Returns the files at the top level of the default workspace; all others are reached through templates and
   * searches.
   */
  async list(request: McpRequest, cursor: string | undefined): Promise<JsonObject> {
    if (!hasScope(request, 'files:read')) return { resources: [] };
    // Only cursors of this list are valid, which have two parts.
    if (cursor !== undefined) decodeCursor(cursor, 2);
    const workspace = await this.workspaces.resolve(request.project.id, null, '/workspace');
    const page = { recursive: false, limit: PAGE, cursor };
    const { entries, next } = await this.reader.list(workspace, ROOT, page);
    const resources = entries
      .filter(({ type }) => type === 'file')
      .map(({ path, name, size, mimeType }) => ({
        uri: fileUri(request.project, workspace.id, path),
        name,
        size,
        ...(mimeType !== null && { mimeType }),
      }));
    return { resources, ...(next !== null && { nextCursor: next }) };
  }

  templates({ project: { slug } }: McpRequest): JsonObject {
    return {
      resourceTemplates: [
        {
          name: 'file',
          title: 'A file of a workspace',
          description: 'Text resource. The URI may end with a line anchor, such as #L10-20.',
          uriTemplate: `metarun://${slug}/files/{workspace}/{+path}`,
        },
        {
          name: 'logs',
          title: 'The log of a task',
          description: 'Resource. The URI may end with a line anchor, such as #L10-20.',
          uriTemplate: `metarun://${slug}/tasks/{task_id}/logs`,
          mimeType: 'text/plain',
        },
        {
          name: 'result',
          title: 'The result of a task',
          uriTemplate: `metarun://${slug}/tasks/{task_id}/result`,
          mimeType: 'application/json',
        },
      ],
    };
  }

  /** Returns the contents of a resource; null if the project has none with this URI. */
  async read(request: McpRequest, uri: string): Promise<JsonObject | null> {
    const named = namedBy(request.project, uri);
    if (named === null) return null;
    try {
      if (named.kind === 'file') return await this.file(request, uri, named);
      assertScope(request, 'tasks:read');
      if (named.kind === 'result') return await this.result(request, named.taskId);
      const { project } = request;
      const text = await this.logs.read(project.id, named.taskId, named.lines);
      const whole = logsUri(project, named.taskId);
      return { uri: named.lines === null ? whole : uri, mimeType: 'text/plain', text };
    } catch (error) {
      if (error instanceof MetarunError && error.kind === 'not_found') return null;
      throw error;
    }
  }

  private async result({ project }: McpRequest, taskId: string): Promise<JsonObject> {
    const { id, result } = await this.tasks.get(project.id, taskId);
    const text = JSON.stringify(result);
    return { uri: resultUri(project, id), mimeType: 'application/json', text };
  }

  private async file(
    request: McpRequest,
    uri: string,
    { workspace: ws, path: given, lines }: NamedFile,
  ): Promise<JsonObject> {
    assertScope(request, 'files:read');
    const workspace = await this.workspaces.resolve(request.project.id, ws, '/uri');
    const path = normalisePath(given, '/uri');
    if (lines !== null) {
      const part = await this.texts.part(workspace, path, { lines });
      const mimeType = part?.entry.mimeType ?? 'text/plain';
      return { uri, mimeType, text: part?.content ?? '' };
    }
    const { entry, content, encoding } = await this.reader.read(workspace, path);
    const about = { uri, ...(entry.mimeType !== null && { mimeType: entry.mimeType }) };
    return encoding === 'base64' ? { ...about, blob: content } : { ...about, text: content };
  }
}
