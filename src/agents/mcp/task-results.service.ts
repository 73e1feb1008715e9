import { Injectable } from '@nestjs/common';
import type { Task } from '../../tasks/tasks/views/task.js';
import type { ToolResult } from './call.js';
import { MetaTaskTools } from './meta-task-tools.service.js';
import type { McpRequest } from './request.js';
import { ResultFiles } from './result-files.service.js';
import { failure, isLong, jsonResult, textResult } from './tool-result.js';
import { resultUri } from './uris.js';

/** Formats tasks as results of tools. */
@Injectable()
export class TaskResults {
  constructor(
    private readonly files: ResultFiles,
    private readonly metaTasks: MetaTaskTools,
  ) {}

  /** Returns the result for a finished task. */
  async ended(request: McpRequest, task: Task): Promise<ToolResult> {
    if (task.status === 'success') return this.succeeded(request, task);
    if (task.status === 'cancelled')
      return failure('cancelled', `The task ${task.id} was cancelled.`);
    return failure(task.errorCode ?? 'failed', task.errorMessage ?? `The task ${task.id} failed.`);
  }

  /**
   * Returns the result for a running task. `asError`: set if the tool declares an object, which clients expect in any
   * result except an error.
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
    const result = task.result?.value ?? null;
    if (isLong(result)) return this.linked(request, task);
    const answer = jsonResult(result);
    const files = await this.files.of(request, result, () => this.embeds(request, task));
    return { ...answer, content: [...answer.content, ...files] };
  }

  /** Returns whether the files of a result are embedded, according to the meta-task. */
  private async embeds({ project }: McpRequest, { metaTask }: Task): Promise<boolean> {
    return (await this.metaTasks.get(project.id, metaTask))?.hints['embed'] === true;
  }

  private async linked({ project }: McpRequest, { id, metaTask }: Task): Promise<ToolResult> {
    const uri = resultUri(project, id);
    const tool = await this.metaTasks.get(project.id, metaTask);
    return {
      content: [
        { type: 'text', text: `The result of the task ${id} is long: read ${uri}.` },
        { type: 'resource_link', uri, name: 'result.json', mimeType: 'application/json' },
      ],
      // Clients expect the object that a tool declares in any result except an error.
      ...(tool?.outputSchema != null && { isError: true }),
    };
  }
}
