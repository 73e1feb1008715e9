import { type ErrorFrame, errorFrames } from '../../../base/languages/error-frames.js';
import type { TaskStep } from '../../../workflow/steps/task-steps.service.js';
import { type Pending, findPendingReason } from './pending.js';
import { type Estimate, NO_ESTIMATE } from './run-history.js';
import type { ListedTask, Task } from './task.js';

/** A task with data beyond its row. */
interface View<T> {
  projectId: string;
  task: T;
  /** The first awaited steps. */
  waitingOn: readonly TaskStep[];
  /** Null if it is not pending. */
  pending: Pending | null;
  estimate: Estimate;
}

/** A task as lists show it. */
export type ListedView = View<ListedTask>;

/** A task as its detail shows it. */
export type TaskView = View<Task> & { frames: readonly ErrorFrame[] };

/** Returns a task with the data of its row alone. */
export function plainView(projectId: string, task: Task): TaskView {
  const pending = findPendingReason(task, Date.now());
  const frames = task.errorStack === null ? [] : errorFrames(task.errorStack);
  return { projectId, task, waitingOn: task.waitingOn, pending, estimate: NO_ESTIMATE, frames };
}
