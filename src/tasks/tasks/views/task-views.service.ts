import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { TaskSteps } from '../../../workflow/steps/task-steps.service.js';
import { findPendingReason } from './pending.js';
import { PendingReasons } from './pending-reasons.service.js';
import { RunHistories } from './run-histories.service.js';
import { NO_ESTIMATE } from './run-history.js';
import { TaskFrames } from './task-frames.service.js';
import type { TaskFilter } from '../list/task-filter.js';
import { listTasks, type TaskPage } from '../list/task-list.js';
import type { ListedView, TaskView } from './task-view.js';
import type { ListedTask, Task } from './task.js';

/** Number of running tasks examined at a time. */
const CHUNK = 200;

/** Tasks with the data beyond their rows. */
@Injectable()
export class TaskViews {
  constructor(
    private readonly database: Database,
    private readonly steps: TaskSteps,
    private readonly histories: RunHistories,
    private readonly reasons: PendingReasons,
    private readonly frames: TaskFrames,
  ) {}

  async of(projectId: string, task: Task): Promise<TaskView> {
    const [estimate = NO_ESTIMATE] = await this.histories.estimates(projectId, [task]);
    const pending = await this.reasons.of(projectId, task);
    const [frames = []] = await this.frames.of(projectId, task.versionId, [task.errorStack]);
    return { projectId, task, waitingOn: task.waitingOn, pending, estimate, frames };
  }

  /** Returns the views of a page, in order. A long page takes as many reads as a short one. */
  async listed(projectId: string, tasks: readonly ListedTask[]): Promise<ListedView[]> {
    const waiting = tasks.filter(({ status }) => status === 'waiting').map(({ id }) => id);
    const steps = await this.steps.firstWaitedFor(projectId, waiting);
    const estimates = await this.histories.estimates(projectId, tasks);
    const now = Date.now();
    return tasks.map((task, at) => {
      const step = steps.get(task.id);
      return {
        projectId,
        task,
        waitingOn: step === undefined ? [] : [step],
        pending: findPendingReason(task, now),
        estimate: estimates[at] ?? NO_ESTIMATE,
      };
    });
  }

  /**
   * Lists what {@link listTasks} lists, but only running tasks with an overdue phase. Running tasks are few, and all
   * are examined.
   */
  async overdue(projectId: string, filter: TaskFilter, page: TaskPage): Promise<ListedTask[]> {
    const { order = 'created', cursor, limit, offset } = page;
    // A running task has not ended.
    if (order === 'finished' || filter.statuses?.includes('running') === false) return [];
    const running: TaskFilter = { ...filter, statuses: ['running'] };
    const found: ListedTask[] = [];
    for (let from = cursor; ;) {
      const some = await listTasks(this.database, projectId, running, {
        cursor: from,
        limit: CHUNK,
        offset: 0,
      });
      const estimates = await this.histories.estimates(projectId, some);
      found.push(...some.filter((_, at) => estimates[at]?.phaseOverdue === true));
      const last = some.at(-1);
      if (some.length < CHUNK || last === undefined || found.length >= offset + limit)
        return found.slice(offset, offset + limit);
      from = { at: last.createdAt, id: last.id };
    }
  }
}
