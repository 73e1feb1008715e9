import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import type { Transaction } from '../../platform/database/database.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { invalidField, MetarunError, recordedError } from '../../base/kernel/errors.js';
import { NAME_PATTERN } from '../../base/kernel/hidden-characters.js';
import { newId } from '../../base/kernel/ids.js';
import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import type { Capabilities, CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../sandbox/runtime/capability-args.js';
import type { PendingCall } from '../../sandbox/runtime/runtime.js';
import type { Journal } from '../../workflow/steps/journal.js';
import { Journals } from '../../workflow/steps/journals.js';
import { stepName } from '../../workflow/steps/step.capability.js';
import type { Step, StepEnd } from '../../workflow/steps/step.js';
import { insertTasks, type PreparedTask } from '../tasks/submission/new-task-rows.js';
import { QueueLimit } from '../tasks/submission/queue-limit.service.js';
import { type NewTask, TaskPreparation } from '../tasks/submission/task-preparation.service.js';
import { CHILD_ERRORS } from './errors.js';
import type { ChildSettings } from './settings.js';

/** Maximum number of children of one call; a call with more is refused before anything is recorded. */
const MAX_AT_ONCE = 5_000;

/**
 * The capability `task.run`: starts children of the task whose script calls, and waits until all of them have ended.
 */
@Injectable()
export class ChildTaskCapability {
  constructor(
    @Inject(CONFIG) private readonly config: ChildSettings,
    private readonly journals: Journals,
    private readonly transitions: Transitions,
    private readonly preparation: TaskPreparation,
    private readonly queueLimit: QueueLimit,
  ) {}

  register(capabilities: Capabilities): void {
    capabilities.register('task.run', (context, json, call) =>
      this.run(context, new CapabilityArgs('task.run', json, ['tasks']), call),
    );
  }

  /**
   * Takes `{tasks: [{task, params, name}]}`. Returns the outcomes in the same order:
   * `{status: "success", task_id, result}` or `{status: "failed", task_id, error_code, error_message}`. If one child is
   * refused, none is created, and the refusal is recorded so that a replay fails in the same way.
   */
  private async run(
    context: CapabilityContext,
    args: CapabilityArgs,
    call: PendingCall,
  ): Promise<Json> {
    const given = parseChildTasks(args.json('tasks'));
    if (given.length === 0) return [];
    const journal = this.journals.of(context);
    const steps = await journal.beginAll(
      'task',
      given.map(({ metaTaskIdentifier, name }) => name ?? metaTaskIdentifier),
      call,
    );
    const fresh = steps.flatMap((step, index) => {
      const task = given[index];
      return step.state === 'new' && task !== undefined ? [{ step, task }] : [];
    });
    if (fresh.length > 0) await this.create(context, journal, fresh);
    await journal.waitForEnds(steps, call);
    return (await journal.recordedAll(steps)).map(toOutcome);
  }

  private async create(
    context: CapabilityContext,
    journal: Journal,
    fresh: readonly { step: Step; task: NewTask }[],
  ): Promise<void> {
    const { projectId } = context;
    try {
      await this.queueLimit.admit(projectId, fresh.length);
      const given = fresh.map(({ task }) => task);
      const prepared = await this.preparation.prepareAll(projectId, given, { waits: true });
      const waits = fresh.map(({ step }) => ({ step, taskId: newId() }));
      await journal.waitAll(
        waits.map(({ step, taskId }) => ({ step, detail: JSON.stringify({ task_id: taskId }) })),
        (transaction) => this.insert(transaction, context, prepared, waits),
      );
    } catch (error) {
      // A run that has lost its task must not write.
      if (!(error instanceof MetarunError) || error.code === 'conflict') throw error;
      await journal.end(
        fresh.map(({ step }) => step),
        { status: 'failed', error: { type: error.code, message: error.message } },
      );
      throw error;
    }
  }

  private async insert(
    transaction: Transaction,
    { projectId, taskId }: CapabilityContext,
    tasks: readonly PreparedTask[],
    waits: readonly { step: Step; taskId: string }[],
  ): Promise<void> {
    const { maxChildTasks, maxTaskDepth } = this.config;
    const [parent] = await transaction.query<
      Pick<TaskEntity, 'root_id' | 'depth' | 'draft'> & { children: number }
    >(
      `SELECT root_id, depth, draft, (SELECT COUNT(*) FROM task_steps step WHERE step.task_id = tasks.id
           AND step.kind = 'task' AND step.status <> 'cancelled' AND step.detail IS NOT NULL) AS children
       FROM tasks WHERE id = ? AND project_id = ?`,
      [taskId, projectId],
    );
    if (parent === undefined) throw new Error(`task ${taskId} is not there`);
    const depth = parent.depth + 1;
    if (depth > maxTaskDepth)
      throw new MetarunError(
        CHILD_ERRORS.child_limit,
        `A child task may have ${maxTaskDepth} parents above it (METARUN_LIMITS.task_depth); this one would have ${depth}: let a task further up start it.`,
      );
    if (Number(parent.children) > maxChildTasks)
      throw new MetarunError(
        CHILD_ERRORS.child_limit,
        `A task may have ${maxChildTasks} children (METARUN_LIMITS.child_tasks); this one would have ${parent.children}: give each child more of the work.`,
      );
    const rootId = parent.root_id ?? taskId;
    const draft = parent.draft === 1;
    await insertTasks(this.transitions, transaction, projectId, tasks, {
      places: waits.map((wait) => ({
        id: wait.taskId,
        parent: { parentId: taskId, stepId: wait.step.id, rootId, depth, draft },
      })),
    });
  }
}

function toOutcome(end: StepEnd): JsonObject {
  const detail: unknown = end.detail == null ? null : JSON.parse(end.detail);
  const taskId = isJsonObject(detail) ? detail['task_id'] : undefined;
  if (typeof taskId !== 'string') {
    const { type, message } =
      end.status === 'failed' ? end.error : { type: 'internal', message: '' };
    throw recordedError(type, message);
  }
  if (end.status === 'success')
    return { status: 'success', task_id: taskId, result: JSON.parse(end.result) as Json };
  return {
    status: 'failed',
    task_id: taskId,
    error_code: end.error.type,
    error_message: end.error.message,
  };
}

function parseChildTasks(tasks: Json): NewTask[] {
  if (!Array.isArray(tasks)) throw invalidField('task.run', '"tasks" must be a list');
  if (tasks.length > MAX_AT_ONCE)
    throw new MetarunError(
      CHILD_ERRORS.child_limit,
      `One call may ask for ${MAX_AT_ONCE} tasks, and this one asks for ${tasks.length}: make several calls.`,
    );
  return tasks.map((one) => {
    const args = new CapabilityArgs('task.run', one, ['task', 'params', 'name']);
    const params = args.json('params') ?? {};
    if (!isJsonObject(params)) throw invalidField('task.run', '"params" must be an object');
    const name = args.optionalText('name');
    return {
      metaTaskIdentifier: stepName('task.run', args.text('task')),
      params,
      name: name === null ? null : taskName(name),
    };
  });
}

/** Returns the name of a task; throws a 422 if it is invalid. */
function taskName(name: string): string {
  if (NAME_PATTERN.test(name)) return stepName('task.run', name);
  throw invalidField(
    'task.run',
    "a task's name is one line of text, without characters that are not shown: leave out its line breaks",
  );
}
