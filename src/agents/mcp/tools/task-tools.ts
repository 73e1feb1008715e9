import { Injectable } from '@nestjs/common';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import { LARGE_ITEMS, readPage } from '../../../platform/wire/page.js';
import {
  isFinished,
  TASK_STATUSES,
  type TaskStatus,
} from '../../../workflow/engine/state/task-status.js';
import { callerActor } from '../../../access/auth/caller-actor.js';
import type { Task } from '../../../tasks/tasks/views/task.js';
import type { ListedView } from '../../../tasks/tasks/views/task-view.js';
import {
  decodeCursor,
  encodeCursor,
  type TaskCursor,
} from '../../../tasks/tasks/list/task-cursor.js';
import { TaskViews } from '../../../tasks/tasks/views/task-views.service.js';
import { TaskWaits } from '../../../tasks/tasks/submission/task-waits.service.js';
import { listedTaskDto, taskDetailDto } from '../../../tasks/tasks/views/task.wire.js';
import { TasksService } from '../../../tasks/tasks/tasks.service.js';
import type { ToolCall, ToolResult } from '../call.js';
import { isLong, jsonResult, MAX_ANSWER_BYTES } from '../tool-result.js';
import { resultUri } from '../uris.js';
import { args, type FixedTool, ID, LIMIT, readNumber, READS, readText } from './fixed-tool.js';
import { MAX_NAME_LENGTH } from '../../../base/kernel/max-lengths.js';
import { MAX_IDENTIFIER_LENGTH } from '../../../tasks/catalogue/identifier.js';

const MAX_WAIT_SECONDS = 60;
const WAIT_SECONDS = 20;

/** Tools that read tasks, wait for them and cancel them. */
@Injectable()
export class TaskTools {
  constructor(
    private readonly tasks: TasksService,
    private readonly views: TaskViews,
    private readonly waits: TaskWaits,
  ) {}

  all(): FixedTool[] {
    return [this.read(), this.list(), this.wait(), this.cancel()];
  }

  private read(): FixedTool {
    return {
      name: 'get_task',
      title: 'Read a task',
      description: 'Reads a task with its status, progress, params and result.',
      inputSchema: args({ task_id: ID }, ['task_id']),
      scope: 'tasks:read',
      hints: READS,
      call: async (given, call) => {
        const { project } = call.request;
        return this.detail(
          call,
          await this.tasks.get(project.id, readText(given, 'task_id') ?? ''),
        );
      },
    };
  }

  private list(): FixedTool {
    return {
      name: 'list_tasks',
      title: 'List tasks',
      description: 'Lists tasks, latest first. next_cursor, given as cursor, leads to older ones.',
      inputSchema: args({
        status: { type: 'string', enum: [...TASK_STATUSES] },
        task_type: {
          type: 'string',
          maxLength: MAX_IDENTIFIER_LENGTH,
          description: 'Identifier of a meta-task.',
        },
        q: {
          type: 'string',
          minLength: 1,
          maxLength: MAX_NAME_LENGTH,
          description: 'Part of the name.',
        },
        limit: LIMIT,
        cursor: { type: 'string', maxLength: 200 },
      }),
      scope: 'tasks:read',
      hints: READS,
      call: (given, { request }) => this.page(given, request.project.id),
    };
  }

  private wait(): FixedTool {
    return {
      name: 'wait_for_task',
      title: 'Wait for a task',
      description:
        'Waits for the end of a task, and returns it as get_task does: as it then is, if it has not ended in time.',
      inputSchema: args(
        {
          task_id: ID,
          wait_seconds: {
            type: 'integer',
            minimum: 0,
            maximum: MAX_WAIT_SECONDS,
            default: WAIT_SECONDS,
          },
        },
        ['task_id'],
      ),
      scope: 'tasks:read',
      hints: READS,
      call: async (given, call) => {
        const ms = (readNumber(given, 'wait_seconds') ?? WAIT_SECONDS) * 1000;
        const { project } = call.request;
        const id = readText(given, 'task_id') ?? '';
        return this.detail(call, await this.waits.wait(project.id, id, ms, call.gone));
      },
    };
  }

  private cancel(): FixedTool {
    return {
      name: 'cancel_task',
      title: 'Cancel a task',
      description: 'Cancels a task; a running one ends as soon as its script has stopped.',
      inputSchema: args({ task_id: ID }, ['task_id']),
      scope: 'tasks:write',
      hints: { destructiveHint: true, idempotentHint: true },
      call: async (given, call) => {
        const { project, caller, audit } = call.request;
        const id = readText(given, 'task_id') ?? '';
        const task = await this.tasks.cancel(project.id, id, callerActor(caller));
        await audit({ action: 'tasks.cancel', target: { task_id: task.id }, diff: [] });
        return this.detail(call, task);
      },
    };
  }

  private async page(given: JsonObject, projectId: string): Promise<ToolResult> {
    const limit = readNumber(given, 'limit') ?? LIMIT.default;
    const cursor = readText(given, 'cursor');
    const metaTask = readText(given, 'task_type');
    const status = readText(given, 'status') as TaskStatus | undefined;
    const filter = {
      q: readText(given, 'q'),
      ...(status !== undefined && { statuses: [status] }),
      ...(metaTask !== undefined && { metaTasks: [metaTask] }),
    };
    const first = cursor === undefined ? undefined : decodeCursor('created', cursor);
    const read = async (most: number, shown: readonly ListedView[]): Promise<ListedView[]> => {
      const after = toTaskCursor(shown.at(-1)) ?? first;
      const page = { limit: most, offset: 0, ...(after !== undefined && { cursor: after }) };
      return this.views.listed(projectId, await this.tasks.list(projectId, filter, page));
    };
    const { items, more } = await readPage(limit, read, LARGE_ITEMS, MAX_ANSWER_BYTES);
    const last = more ? toTaskCursor(items.at(-1)) : undefined;
    return jsonResult({
      tasks: items.map(listedTaskDto) as unknown as Json[],
      next_cursor: last === undefined ? null : encodeCursor('created', last),
    });
  }

  /** Returns the details of a task without long results and params; a long result is linked. */
  private async detail({ request }: ToolCall, task: Task): Promise<ToolResult> {
    const { project } = request;
    const view = await this.views.of(project.id, task);
    const { links: _, ...detail } = taskDetailDto(view);
    const plain = detail as unknown as JsonObject;
    if (!isLong(plain)) return jsonResult(plain);
    const uri = resultUri(project, task.id);
    const answer = jsonResult({
      ...plain,
      params: null,
      result: null,
      left_out: ['params', 'result'],
    });
    if (!isFinished(task.status)) return answer;
    const link = {
      type: 'resource_link',
      uri,
      name: 'result.json',
      mimeType: 'application/json',
    } as const;
    return { ...answer, content: [...answer.content, link] };
  }
}

function toTaskCursor(view: ListedView | undefined): TaskCursor | undefined {
  return view && { at: view.task.createdAt, id: view.task.id };
}
