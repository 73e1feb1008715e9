import { formDefaults } from '../../base/forms/form-defaults.js';
import { type Approval, getFormSchema } from '../../tasks/approvals/approval.js';
import { cancelRequested } from '../../workflow/engine/state/messages.js';
import { isFinished } from '../../workflow/engine/state/task-status.js';
import { eventsAppended } from '../../platform/events/messages.js';
import type { TaskEvent } from '../../platform/events/task-event.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { Json } from '../../base/kernel/json.js';
import { type Parsed, parsed } from '../../base/kernel/stored-json.js';
import type { TaskStep } from '../../workflow/steps/task-steps.service.js';
import type { TaskDetailDto } from '../../tasks/tasks/views/task.dto.js';
import { plainView } from '../../tasks/tasks/views/task-view.js';
import { taskDetailDto } from '../../tasks/tasks/views/task.wire.js';
import type { LocalServices } from './local-services.js';
import type { ScriptedCall } from './scripted.model-gateway.js';
import type { RecordedDecision } from './recorded-steps.js';
import { TASK_ERRORS } from '../../tasks/tasks/errors.js';

/** Maximum number of events per read. */
const AT_ONCE = 500;
/** More than a task may have. */
const MAX_CHILDREN = 1_000_000;
/** Author of decisions, in place of a server's user. */
const DECIDER = { name: 'local', via: 'access_token' } as const;

export type LocalTaskDetail = Parsed<TaskDetailDto>;

export interface LocalDecision {
  decision: 'approve' | 'reject';
  comment?: string | undefined;
  /** Value for the approval's form; without one, the form's defaults apply. */
  payload?: Json | undefined;
}

/** A task of a {@link LocalHost}. */
export class LocalTask {
  constructor(
    private readonly services: LocalServices,
    private readonly projectId: string,
    readonly id: string,
    decisions: RecordedDecision[],
  ) {
    if (decisions.length > 0) void this.decideAsRecorded([...decisions]);
  }

  /** Yields the events of the task from the first one to its end. */
  events(): AsyncGenerator<TaskEvent, void, undefined> {
    return this.follow({ taskId: this.id });
  }

  /** Yields {@link events} of all tasks of its project, including its children if it was started alone. */
  async *treeEvents(): AsyncGenerator<TaskEvent, void, undefined> {
    // Events of memories and documents belong to the project and to no task.
    for await (const event of this.follow({})) if (event.taskId !== '') yield event;
  }

  private async *follow(which: { taskId?: string }): AsyncGenerator<TaskEvent, void, undefined> {
    const { bus, events } = this.services;
    let change = Promise.withResolvers<void>();
    const unsubscribe = bus.subscribe(eventsAppended, ({ projectId }) => {
      if (projectId === this.projectId) change.resolve();
    });
    try {
      let after = 0;
      for (;;) {
        change = Promise.withResolvers();
        const where = { projectId: this.projectId, ...which, after, limit: AT_ONCE };
        const found = await events.read(where);
        for (const event of found) {
          after = event.seq;
          yield event;
          if (event.taskId === this.id && endsTask(event)) return;
        }
        if (found.length < AT_ONCE) await change.promise;
      }
    } finally {
      unsubscribe();
    }
  }

  /** Waits for the end of the task; returns what GET …/tasks/{id} returns. */
  async outcome(): Promise<LocalTaskDetail> {
    for await (const event of this.events()) if (endsTask(event)) break;
    return this.detail();
  }

  /** Returns the current state. */
  async detail(): Promise<LocalTaskDetail> {
    return this.loadDetail(this.id);
  }

  /** Returns its durable operations, in the order in which they began. */
  async steps(): Promise<Parsed<TaskStep>[]> {
    const { steps } = this.services;
    const all: Parsed<TaskStep>[] = [];
    for (let after = -1; ;) {
      const page = await steps.list(this.projectId, this.id, { after, limit: AT_ONCE });
      all.push(...page.map(parsed));
      after = page.at(-1)?.position ?? after;
      if (page.length < AT_ONCE) return all;
    }
  }

  /** Returns the tool calls that a test's script had its model make, in order. */
  scriptedCalls(): ScriptedCall[] {
    return this.services.models.listCalls(this.id);
  }

  /** Returns the tasks that its script started, in order. */
  async children(): Promise<LocalTaskDetail[]> {
    const all = { limit: MAX_CHILDREN, offset: 0 };
    const found = await this.services.tasks.list(this.projectId, { parentId: this.id }, all);
    const ids = found.map(({ id }) => id).toSorted();
    return Promise.all(ids.map((id) => this.loadDetail(id)));
  }

  private async loadDetail(id: string): Promise<LocalTaskDetail> {
    const task = await this.services.tasks.get(this.projectId, id);
    return parsed(taskDetailDto(plainView(this.projectId, task)));
  }

  /** Asks the script to stop within METARUN_CANCEL_GRACE_SECONDS. An ended task stays unchanged. */
  async cancel(): Promise<void> {
    try {
      await this.services.tasks.cancel(this.projectId, this.id, null);
    } catch (error) {
      if (!(error instanceof MetarunError) || error.code !== TASK_ERRORS.task_finished.code)
        throw error;
    }
  }

  /** Stops the script at once. */
  async kill(): Promise<void> {
    await this.cancel();
    this.services.bus.publish(cancelRequested, { taskId: this.id, graceMs: 0 });
  }

  /** Returns an approval of the task or of a child. */
  approval(id: string): Promise<Approval> {
    return this.services.approvals.get(this.projectId, id);
  }

  /** Returns the name of a task of its project. */
  async loadTaskName(taskId: string): Promise<string> {
    return (await this.services.tasks.get(this.projectId, taskId)).name;
  }

  /** Throws MetarunError, such as `approval_decided` and `invalid_payload`. */
  async decide(approvalId: string, given: LocalDecision): Promise<void> {
    const { decision, comment = null } = given;
    const payload =
      decision === 'reject' ? null : (given.payload ?? (await this.loadFormDefaults(approvalId)));
    await this.services.decisions.decide(
      this.projectId,
      approvalId,
      { decision, comment, payload, hash: null },
      DECIDER,
    );
  }

  /** Ends the time of an approval. Throws MetarunError. */
  async expire(approvalId: string): Promise<void> {
    const { approvals, decisions } = this.services;
    await decisions.expire(await approvals.get(this.projectId, approvalId));
  }

  /** Sends an event for which its script waits, or will wait. */
  async sendEvent(name: string, payload: Json): Promise<void> {
    await this.services.inbox.send(this.projectId, this.id, name, payload);
  }

  private async loadFormDefaults(approvalId: string): Promise<Json> {
    const form = getFormSchema(await this.approval(approvalId));
    return form === null ? null : (formDefaults(form) ?? null);
  }

  private async repeat(approvalId: string, given: RecordedDecision): Promise<void> {
    const { decisions, approvals } = this.services;
    const { decision, comment, payload, decidedBy } = given;
    if (decision === 'expire')
      return decisions.expire(await approvals.get(this.projectId, approvalId));
    const decider = { ...DECIDER, ...(decidedBy !== null && { name: decidedBy }) };
    const said = { decision, comment, payload, hash: null };
    await decisions.decide(this.projectId, approvalId, said, decider);
  }

  private async decideAsRecorded(decisions: RecordedDecision[]): Promise<void> {
    for await (const { type, data } of this.events()) {
      if (type !== 'approval' || data['status'] !== 'pending') continue;
      const { approval_id: id, prompt } = data;
      const index = decisions.findIndex(
        ({ name }) => typeof prompt === 'string' && prompt.startsWith(name),
      );
      const [given] = index === -1 ? [] : decisions.splice(index, 1);
      if (given === undefined || typeof id !== 'string') continue;
      // Another process may have been first, or the form may have changed: then the approval is asked like any other.
      await this.repeat(id, given).catch(() => undefined);
    }
  }
}

function endsTask({ type, data }: TaskEvent): boolean {
  const { status } = data;
  return type === 'status' && typeof status === 'string' && isFinished(status);
}
