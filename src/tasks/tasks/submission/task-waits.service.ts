import { Injectable } from '@nestjs/common';
import { taskEndedSomewhere } from '../../../workflow/engine/state/messages.js';
import { isFinished } from '../../../workflow/engine/state/task-status.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { EventBus, messagesMissed } from '../../../platform/events/event-bus.js';
import type { Task } from '../views/task.js';
import { TasksService } from '../tasks.service.js';

export const MAX_WAIT_SECONDS = 300;
/**
 * Interval at which the row is read without a trigger, in ms: the message of another server that has ended the task may
 * be lost.
 */
const POLL_MS = 1_000;

/** Requests that wait for the end of a task. */
@Injectable()
export class TaskWaits {
  /** Callbacks that resume the waits for a task, by task id. */
  private readonly wakes = new Map<string, Set<() => void>>();

  constructor(
    private readonly tasks: TasksService,
    bus: EventBus,
  ) {
    bus.subscribe(taskEndedSomewhere, ({ taskId }) => {
      for (const wake of this.wakes.get(taskId) ?? []) wake();
    });
    bus.subscribe(messagesMissed, () => {
      for (const wakes of this.wakes.values()) for (const wake of wakes) wake();
    });
  }

  /** Returns the task once it has ended, or its current state after `ms` or when `gone` is aborted. */
  async wait(
    projectId: string,
    taskId: string,
    ms: number,
    gone: AbortSignal,
    isNew = false,
  ): Promise<Task> {
    const until = performance.now() + ms;
    let triggered = false;
    let wake = (): void => undefined;
    const trigger = (): void => {
      triggered = true;
      wake();
    };
    // Before the task is read, so that an end in between is not missed.
    const stop = this.onEnd(taskId.toLowerCase(), trigger);
    gone.addEventListener('abort', trigger);
    try {
      // A task created in this turn of the event loop has not ended yet.
      let task = isNew ? null : await this.tasks.get(projectId, taskId);
      for (;;) {
        const left = until - performance.now();
        if (task !== null && (isFinished(task.status) || left <= 0 || gone.aborted)) return task;
        if (!triggered && left > 0)
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, Math.min(left, POLL_MS));
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        triggered = false;
        task = await this.tasks.get(projectId, taskId);
      }
    } finally {
      stop();
      gone.removeEventListener('abort', trigger);
    }
  }

  /** Does the same for a task that was created in this turn if `isNew`; returns null if it has been deleted. */
  async ofNew(
    projectId: string,
    taskId: string,
    ms: number,
    gone: AbortSignal,
    isNew: boolean,
  ): Promise<Task | null> {
    try {
      return await this.wait(projectId, taskId, ms, gone, isNew);
    } catch (error) {
      if (error instanceof MetarunError && error.code === 'not_found') return null;
      throw error;
    }
  }

  private onEnd(taskId: string, wake: () => void): () => void {
    const wakes = this.wakes.get(taskId) ?? new Set();
    this.wakes.set(taskId, wakes.add(wake));
    return () => {
      wakes.delete(wake);
      if (wakes.size === 0) this.wakes.delete(taskId);
    };
  }
}
