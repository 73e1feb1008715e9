import { Injectable } from '@nestjs/common';
import { isoTime } from '../../base/kernel/clock.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { isFinished } from '../../workflow/engine/state/task-status.js';
import { RetentionService } from '../../tasks/retention/retention.service.js';
import { callerActor } from '../../access/auth/caller-actor.js';
import type { Task } from '../../tasks/tasks/views/task.js';
import { TasksService } from '../../tasks/tasks/tasks.service.js';
import type { ToolCall, ToolResult } from './call.js';
import { QuestionsService } from './questions.service.js';
import { assertScope } from './request.js';
import { TaskResults } from './task-results.service.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** First and longest polling interval of a client in ms. */
const FIRST_POLL_MS = 500;
const LAST_POLL_MS = 5_000;

/**
 * Tasks in the form of the protocol's extension, in which a task of this service is directly the task of the
 * extension.
 */
@Injectable()
export class McpTasks {
  constructor(
    private readonly tasks: TasksService,
    private readonly retention: RetentionService,
    private readonly questions: QuestionsService,
    private readonly results: TaskResults,
  ) {}

  /** Returns the result of a call whose task is still running. */
  async created(call: ToolCall, task: Task): Promise<ToolResult> {
    const base = await this.base(call, task);
    // The protocol's library requires content in the result of a tool.
    return { ...base, status: 'working', resultType: 'task', content: [] };
  }

  async get(call: ToolCall, taskId: string): Promise<JsonObject> {
    assertScope(call.request, 'tasks:read');
    const { project } = call.request;
    const task = await this.tasks.get(project.id, taskId);
    const base = { ...(await this.base(call, task)), resultType: 'complete' };
    if (task.status === 'cancelled') return { ...base, status: 'cancelled' };
    if (isFinished(task.status)) {
      const result = { ...(await this.results.ended(call.request, task)), resultType: 'complete' };
      return { ...base, status: 'completed', result: result as unknown as JsonObject };
    }
    const pending =
      task.status === 'waiting' ? await this.questions.pending(project.id, task.id) : [];
    const inputRequests = await this.questions.of(call, pending);
    if (Object.keys(inputRequests).length === 0) return { ...base, status: 'working' };
    return { ...base, status: 'input_required', inputRequests };
  }

  /** Processes answers to the questions of a task; answers to others are ignored. */
  async update(call: ToolCall, taskId: string): Promise<JsonObject> {
    const { id } = await this.tasks.get(call.request.project.id, taskId);
    await this.questions.answer(call, id);
    return { resultType: 'complete' };
  }

  async cancel(call: ToolCall, taskId: string): Promise<JsonObject> {
    assertScope(call.request, 'tasks:write');
    const { project, caller, audit } = call.request;
    const task = await this.tasks.get(project.id, taskId);
    // A finished task stays unchanged.
    if (!isFinished(task.status)) {
      await this.tasks.cancel(project.id, task.id, callerActor(caller));
      await audit({ action: 'tasks.cancel', target: { task_id: task.id }, diff: [] });
    }
    return { resultType: 'complete' };
  }

  private async base({ request }: ToolCall, task: Task): Promise<JsonObject> {
    const { policy } = await this.retention.get(request.project.id);
    const age = Date.now() - task.createdAt;
    const message = task.errorMessage ?? task.currentPhase;
    return {
      taskId: task.id,
      createdAt: isoTime(task.createdAt),
      lastUpdatedAt: isoTime(
        task.finishedAt ?? task.phaseSince ?? task.startedAt ?? task.createdAt,
      ),
      ttlMs: policy.tasks === 0 ? null : policy.tasks * DAY_MS,
      pollIntervalMs: Math.round(Math.min(LAST_POLL_MS, Math.max(FIRST_POLL_MS, age / 10))),
      ...(message !== null && { statusMessage: message }),
    };
  }
}
