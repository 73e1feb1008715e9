import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { isFinished } from '../engine/task-status.js';
import { EventBus } from '../events/event-bus.js';
import { EventLog } from '../events/event-log.js';
import type { TaskEvent, TaskEventType } from '../events/task-event.js';
import { LOG_LEVELS, type LogLevel } from '../runtime/protocol.js';
import { EventStream } from './event-stream.js';
import { TasksService } from './tasks.service.js';

/** What happened to tasks: as pages of log lines, and as streams. */
@Injectable()
export class TaskEventsService {
  constructor(
    private readonly tasks: TasksService,
    private readonly log: EventLog,
    private readonly bus: EventBus,
  ) {}

  /** Log lines of a task, oldest first. `level` is the least severe that is wanted. */
  async logs(
    projectId: string,
    taskId: string,
    page: { after: number; limit: number; level?: LogLevel | undefined },
  ): Promise<TaskEvent[]> {
    const { id } = await this.tasks.get(projectId, taskId);
    return this.log.read({
      projectId,
      taskId: id,
      after: page.after,
      limit: page.limit,
      types: ['log'],
      ...(page.level === undefined
        ? {}
        : { levels: LOG_LEVELS.slice(LOG_LEVELS.indexOf(page.level)) }),
    });
  }

  /**
   * Streams a task's events from its first, or after `after`. A reader of a finished task with nothing (left)
   * to tell, since it has seen all or it has been deleted, gets 204, which keeps an EventSource from coming back
   * for ever.
   */
  async streamTask(
    projectId: string,
    taskId: string,
    after: number | null,
    types: readonly TaskEventType[] | undefined,
    response: Response,
  ): Promise<void> {
    const task = await this.tasks.get(projectId, taskId);
    const from = after ?? 0;
    if (isFinished(task.status)) {
      const left = await this.log.read({ projectId, taskId: task.id, after: from, limit: 1 });
      if (left.length === 0) {
        response.status(204).end();
        return;
      }
    }
    await this.stream(
      { projectId, taskId: task.id, after: from, ...(types ? { types } : {}) },
      response,
    );
  }

  /** Streams the project's events from now on, or after `after`. */
  async streamProject(
    projectId: string,
    after: number | null,
    types: readonly TaskEventType[] | undefined,
    response: Response,
  ): Promise<void> {
    const from = after ?? (await this.log.last(projectId));
    await this.stream({ projectId, after: from, ...(types ? { types } : {}) }, response);
  }

  private stream(
    options: ConstructorParameters<typeof EventStream>[3],
    response: Response,
  ): Promise<void> {
    return new EventStream(this.log, this.bus, response, options).run();
  }
}
