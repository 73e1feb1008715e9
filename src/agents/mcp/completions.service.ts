import { Injectable } from '@nestjs/common';
import { MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { normalisePath } from '../../files/files/tree/file-path.js';
import { FileReaderService } from '../../files/files/tree/file-reader.service.js';
import { WorkspacesService } from '../../files/files/workspaces/workspaces.service.js';
import { TasksService } from '../../tasks/tasks/tasks.service.js';
import { hasScope, type McpRequest } from './request.js';

/** Maximum number of values in one answer, set by the protocol. */
const MAX_VALUES = 100;
/** Maximum number of directory entries that are examined. */
const MAX_LISTED = 1_000;

/** A client's request to complete a value. */
interface Asked {
  ref: { type: string };
  argument: { name: string; value: string };
  context?: { arguments?: Record<string, string> | undefined } | undefined;
}

/** Completes the variables of resource templates. */
@Injectable()
export class CompletionsService {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly reader: FileReaderService,
    private readonly tasks: TasksService,
  ) {}

  /** Returns the values with the given prefix; empty for references without values, such as prompts. */
  async of(request: McpRequest, asked: Asked): Promise<JsonObject> {
    const found = asked.ref.type === 'ref/resource' ? await this.found(request, asked) : [];
    const values = found.filter((one) => one.startsWith(asked.argument.value));
    return {
      completion: { values: values.slice(0, MAX_VALUES), hasMore: values.length > MAX_VALUES },
    };
  }

  private async found(request: McpRequest, { argument, context }: Asked): Promise<string[]> {
    const projectId = request.project.id;
    if (argument.name === 'task_id' && hasScope(request, 'tasks:read')) {
      const tasks = await this.tasks.list(projectId, {}, { limit: MAX_VALUES, offset: 0 });
      return tasks.map(({ id }) => id);
    }
    if (!hasScope(request, 'files:read')) return [];
    if (argument.name === 'workspace') {
      const all = await this.workspaces.list(projectId);
      return all.map(({ workspace }) => workspace.id);
    }
    return argument.name === 'path'
      ? this.paths(projectId, context?.arguments?.['workspace'], argument.value)
      : [];
  }

  /** Returns the files and directories beside the path; directories end with a slash. */
  private async paths(
    projectId: string,
    named: string | undefined,
    value: string,
  ): Promise<string[]> {
    try {
      const workspace = await this.workspaces.resolve(projectId, named ?? null, 'workspace');
      const directory = normalisePath(`/${value.slice(0, value.lastIndexOf('/') + 1)}`, 'path');
      const page = { recursive: false, limit: MAX_LISTED };
      const { entries } = await this.reader.list(workspace, directory, page);
      return entries.map(({ path, type }) => `${path.slice(1)}${type === 'file' ? '' : '/'}`);
    } catch (error) {
      if (error instanceof MetarunError) return [];
      throw error;
    }
  }
}
