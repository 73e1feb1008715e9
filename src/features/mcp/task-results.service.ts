import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { FileReaderService } from '../files/tree/file-reader.service.js';
import { normalisePath } from '../files/tree/file-path.js';
import type { WorkspacesService } from '../files/workspaces/workspaces.service.js';
import type { Task } from '../tasks/task.js';
import type { Content, ToolResult } from './call.js';
import type { MetaTaskTools } from './meta-task-tools.service.js';
import { hasScope, type McpRequest } from './request.js';
import { failure, isLong, jsonResult, textResult } from './tool-result.js';
import { fileUri, resultUri } from './uris.js';

/** Characters of a path in a result that is looked for. */
const MAX_PATH = 1_000;

/** Tasks as answers of tools. */
export class TaskResults {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly reader: FileReaderService,
    private readonly metaTasks: MetaTaskTools,
  ) {}

  /** Returns the answer for a task that has ended. */
  async ended(request: McpRequest, task: Task): Promise<ToolResult> {
    if (task.status === 'success') return this.succeeded(request, task);
    if (task.status === 'cancelled')
      return failure('cancelled', `The task ${task.id} was cancelled.`);
    return failure(task.errorCode ?? 'failed', task.errorMessage ?? `The task ${task.id} failed.`);
  }

  /**
   * Returns the answer for a task that goes on. `asError` where the tool has promised an object, which clients look for in any
   * answer but an error.
   */
  unfinished({ id, status, currentPhase, waitingOn }: Task, asError: boolean): ToolResult {
    const phase = currentPhase === null ? '' : `, at ${JSON.stringify(currentPhase)}`;
    const approval = waitingOn.find(({ kind }) => kind === 'approval');
    const waits =
      approval === undefined
        ? ''
        : ` It waits for the approval ${approval.id}, ${JSON.stringify(approval.name)}.`;
    const text = `The task ${id} goes on: it is ${status}${phase}.${waits} Call wait_for_task with its id for its result.`;
    return { ...textResult(text), ...(asError && { isError: true }) };
  }

  private async succeeded(request: McpRequest, task: Task): Promise<ToolResult> {
    const { result } = task;
    if (isLong(result)) return this.linked(request, task);
    const answer = jsonResult(result);
    const file = await this.fileOf(request, result);
    return file === null ? answer : { ...answer, content: [...answer.content, file] };
  }

  private async linked({ project }: McpRequest, { id, metaTask }: Task): Promise<ToolResult> {
    const uri = resultUri(project, id);
    const tool = await this.metaTasks.get(project.id, metaTask);
    return {
      content: [
        { type: 'text', text: `The result of the task ${id} is long: read ${uri}.` },
        { type: 'resource_link', uri, name: 'result.json', mimeType: 'application/json' },
      ],
      // Clients look for the object that a tool has promised in any answer but an error.
      ...(tool?.outputSchema != null && { isError: true }),
    };
  }

  /** Returns a link to the file of the default workspace that a result names by its path, if it does. */
  private async fileOf(request: McpRequest, result: Json): Promise<Content | null> {
    const path = isJsonObject(result) ? result['path'] : result;
    if (typeof path !== 'string' || !path.startsWith('/') || path.length > MAX_PATH) return null;
    if (!hasScope(request, 'files:read')) return null;
    try {
      const workspace = await this.workspaces.resolve(request.project.id, null, 'path');
      const entry = await this.reader.find(workspace, normalisePath(path, 'path'));
      if (entry?.type !== 'file') return null;
      return {
        type: 'resource_link',
        uri: fileUri(request.project, workspace.id, entry.path),
        name: entry.name,
        ...(entry.mimeType !== null && { mimeType: entry.mimeType }),
      };
    } catch (error) {
      if (error instanceof MetarunError) return null;
      throw error;
    }
  }
}
