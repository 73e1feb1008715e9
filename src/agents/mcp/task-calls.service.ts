import { Injectable } from '@nestjs/common';
import { EventBus } from '../../platform/events/event-bus.js';
import { EventLog } from '../../platform/events/event-log.js';
import { isFinished } from '../../workflow/engine/state/task-status.js';
import { invalidField } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { callerActor } from '../../access/auth/caller-actor.js';
import { TaskSubmission } from '../../tasks/tasks/submission/submission.service.js';
import type { Task } from '../../tasks/tasks/views/task.js';
import { TaskWaits } from '../../tasks/tasks/submission/task-waits.service.js';
import { TasksService } from '../../tasks/tasks/tasks.service.js';
import type { ToolCall, ToolResult } from './call.js';
import { McpTasks } from './mcp-tasks.service.js';
import type { MetaTaskTool } from './meta-task-tools.service.js';
import { OpenQuestions } from './open-questions.js';
import { createNotices } from './progress.js';
import { type Questions, QuestionsService } from './questions.service.js';
import { assertScope } from './request.js';
import { stateAfter, taskOfState, UnknownStateError } from './request-state.js';
import { TaskResults } from './task-results.service.js';

/** Time after which a client that accepts tasks as results receives the task, in ms. */
const SOON_MS = 1_000;
/** Interval at which a waiting call checks for questions and progress, in ms. */
const LOOK_MS = 250;
/** Maximum duration of a call that waits with an open question, in ms; clients wait for a minute for an answer. */
const ASKED_MS = 55_000;
const IDEMPOTENCY_KEY = 'io.metarun/idempotency-key';
/** Maximum length of an Idempotency-Key. */
const MAX_KEY = 255;

/** Handles calls of meta-tasks as tools: each call is a task, whether or not the client waits for its end. */
@Injectable()
export class TaskCalls {
  constructor(
    private readonly submission: TaskSubmission,
    private readonly tasks: TasksService,
    private readonly waits: TaskWaits,
    private readonly log: EventLog,
    private readonly questions: QuestionsService,
    private readonly results: TaskResults,
    private readonly mcpTasks: McpTasks,
    private readonly bus: EventBus,
  ) {}

  async run(call: ToolCall, tool: MetaTaskTool, params: JsonObject): Promise<ToolResult> {
    assertScope(call.request, 'tasks:write');
    const begun = await this.begun(call, tool);
    const id = begun ?? (await this.create(call, tool, params));
    if (begun !== null) await this.questions.answer(call, begun);
    return this.follow(call, tool, id);
  }

  /** Returns the task that an earlier round of the call has created; null in the first round. */
  private async begun(call: ToolCall, { identifier }: MetaTaskTool): Promise<string | null> {
    const { state, request } = call;
    if (state === undefined) return null;
    const { kind, id } = callerActor(request.caller);
    const taskId = taskOfState(state);
    const task =
      taskId === null ? null : await this.tasks.get(request.project.id, taskId).catch(() => null);
    const own = task?.createdBy?.kind === kind && task.createdBy.id === id;
    if (task === null || !own || task.metaTask !== identifier) throw new UnknownStateError();
    return task.id;
  }

  private async create(
    { request, meta }: ToolCall,
    { identifier }: MetaTaskTool,
    params: JsonObject,
  ): Promise<string> {
    const key = meta[IDEMPOTENCY_KEY];
    if (key !== undefined && (typeof key !== 'string' || key === '' || key.length > MAX_KEY))
      throw invalidField(`/_meta/${IDEMPOTENCY_KEY}`, `must be a text of at most ${MAX_KEY}`);
    const given = { metaTaskIdentifier: identifier, params };
    const by = callerActor(request.caller);
    const { tasks } = await this.submission.submit(request.project.id, given, { by, key });
    const [task] = tasks;
    if (!task) throw new Error('a submission gave no task');
    return task.id;
  }

  /** Waits for the end of the task, for questions to the client's user, or for the end of the time limit. */
  private async follow(call: ToolCall, tool: MetaTaskTool, id: string): Promise<ToolResult> {
    const open = call.ask === null ? null : new OpenQuestions(call.ask, this.bus);
    try {
      return await this.wait(call, tool, id, open);
    } finally {
      open?.stop();
    }
  }

  private async wait(
    call: ToolCall,
    tool: MetaTaskTool,
    id: string,
    open: OpenQuestions | null,
  ): Promise<ToolResult> {
    const { request, client, gone } = call;
    const notices = createNotices(this.log, call, id);
    const most = client.tasks ? Math.min(request.waitMs, SOON_MS) : request.waitMs;
    const began = performance.now();
    for (;;) {
      const until = began + (open?.some === true ? Math.max(most, ASKED_MS) : most);
      const left = until - performance.now();
      const slice = Math.max(0, Math.min(left, LOOK_MS));
      const task = await this.waits.wait(request.project.id, id, slice, gone);
      await notices?.send();
      if (isFinished(task.status)) return this.results.ended(request, task);
      if (gone.aborted) return this.left(call, tool, task);
      const questions = client.tasks ? {} : await this.asked(call, task, open);
      if (open !== null) await open.put(questions);
      else if (Object.keys(questions).length > 0) return asking(questions, id, call.state);
      if (left > slice && open?.areClosed !== true) continue;
      // A question that has just been asked extends the time limit of the call.
      if (open !== null && !open.areClosed && Object.keys(questions).length > 0) continue;
      return client.tasks
        ? this.mcpTasks.created(call, task)
        : this.results.unfinished(task, tool.outputSchema !== null);
    }
  }

  /** Returns the questions of a task that the client has not been asked in this call. */
  private async asked(call: ToolCall, task: Task, open: OpenQuestions | null): Promise<Questions> {
    if (task.status !== 'waiting' || !(call.client.forms || call.client.links)) return {};
    const pending = await this.questions.pending(call.request.project.id, task.id);
    const unasked = pending.filter(
      ({ id }) => !Object.hasOwn(call.responses, id) && open?.has(id) !== true,
    );
    return this.questions.of(call, unasked);
  }

  /**
   * Handles the disconnection of the client: the task continues unless its meta-task cancels it at the end of the
   * call.
   */
  private async left(call: ToolCall, { hints }: MetaTaskTool, task: Task): Promise<ToolResult> {
    const { project, caller } = call.request;
    if (hints['cancel'] === true)
      await this.tasks.cancel(project.id, task.id, callerActor(caller)).catch(() => undefined);
    return this.results.unfinished(task, true);
  }
}

/** Returns a result that asks the client's user; the client then repeats the call with the answers and the state. */
function asking(questions: Questions, taskId: string, before: string | undefined): ToolResult {
  return {
    resultType: 'input_required',
    content: [],
    inputRequests: questions,
    requestState: stateAfter(before, taskId),
  };
}
