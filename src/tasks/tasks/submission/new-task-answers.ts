import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { Response } from 'express';
import { publicPath } from '../../../base/config/own-url.js';
import type { Config } from '../../../base/config/settings.js';
import { isFinished } from '../../../workflow/engine/state/task-status.js';
import { waitPreference } from './prefer-wait.js';
import type { Submitted } from './submission.service.js';
import { submittedDto } from './submitted.wire.js';
import type { TaskDetailDto, TaskDto } from '../views/task.dto.js';
import { taskDetailDto, taskDto } from '../views/task.wire.js';
import { TaskViews } from '../views/task-views.service.js';
import { TaskWaits } from './task-waits.service.js';

/** Answers requests that create one task, and waits for its end if `Prefer: wait` asks for it. */
@Injectable()
export class NewTaskAnswers {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(TaskWaits) private readonly waits: Pick<TaskWaits, 'ofNew'>,
    @Inject(TaskViews) private readonly views: Pick<TaskViews, 'of'>,
  ) {}

  /** `submit` creates the task. It is not called if the header `prefer` is malformed. */
  async answer(
    projectId: string,
    prefer: string | undefined,
    response: Response,
    submit: () => Promise<Submitted>,
  ): Promise<TaskDto | TaskDetailDto> {
    const seconds = waitPreference(prefer);
    const submitted = await submit();
    const created = submittedDto(submitted, response);
    if (seconds === null) return created;
    response.setHeader('Preference-Applied', `wait=${seconds}`);
    const gone = createGoneSignal(response);
    const isNew = !submitted.replayed;
    const task = await this.waits.ofNew(projectId, created.id, seconds * 1000, gone, isNew);
    if (task === null) return created;
    if (!isFinished(task.status)) return taskDto(task);
    return taskDetailDto(await this.views.of(projectId, task), publicPath(this.config));
  }
}

/** Returns a signal that is aborted once the client no longer waits for the response. */
export function createGoneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  // Also closed after the response, when no client waits any more.
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
