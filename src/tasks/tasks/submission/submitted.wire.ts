import type { Response } from 'express';
import type { Submitted } from './submission.service.js';
import type { TaskDto } from '../views/task.dto.js';
import { taskDto } from '../views/task.wire.js';

/** Returns new tasks for a response, whose header says if an earlier request had created them. */
export function submittedDtos({ tasks, replayed }: Submitted, response: Response): TaskDto[] {
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  return tasks.map(taskDto);
}

/** Returns the only new task of a request as {@link submittedDtos} does. */
export function submittedDto(submitted: Submitted, response: Response): TaskDto {
  const [task] = submittedDtos(submitted, response);
  if (!task) throw new Error('a submission gave no task');
  return task;
}
