import type { TaskEntity } from '../engine/state/task.entity.js';
import type { RunListener } from '../engine/runs/task-executor.js';
import { stepCompleted } from '../engine/state/messages.js';
import { type EventBus } from '../../platform/events/event-bus.js';
import type { CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import { Journal } from './journal.js';
import { type StepStore } from './step-store.js';

/** The journals of the runs in this process. */
export class Journals {
  private readonly byContext = new WeakMap<CapabilityContext, Journal>();
  private readonly byTask = new Map<string, Journal>();

  constructor(
    private readonly store: StepStore,
    bus: EventBus,
  ) {
    bus.subscribe(stepCompleted, ({ taskId, stepId }) =>
      this.byTask.get(taskId)?.completed(stepId),
    );
  }

  /** Opens the journal of a starting run. {@link Journal.close} ends it. */
  open(context: CapabilityContext, task: TaskEntity, reports: RunListener): Journal {
    const journal: Journal = new Journal(this.store, {
      projectId: task.project_id,
      taskId: task.id,
      attempt: task.attempt,
      fence: task.fence,
      woken: task.woken === 1,
      recorded: task.step_count > 0,
      reports,
      redact: (text) => context.redact(text),
      onClose: () => {
        if (this.byTask.get(task.id) === journal) this.byTask.delete(task.id);
      },
    });
    this.byContext.set(context, journal);
    this.byTask.set(task.id, journal);
    return journal;
  }

  /** Returns the journal of the calling run. */
  of(context: CapabilityContext): Journal {
    const journal = this.byContext.get(context);
    if (journal === undefined) throw new Error('a run without a journal called for its steps');
    return journal;
  }
}
