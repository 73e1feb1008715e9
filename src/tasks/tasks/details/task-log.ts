import type { Logger } from 'pino';
import { type EventBus } from '../../../platform/events/event-bus.js';
import { attemptFailed, taskEnded } from '../../../workflow/engine/state/messages.js';

/**
 * Logs the ends of tasks on this server: failed ones at warn, attempts with a following one at info, all others at
 * debug. Never params, results or messages, which may contain secrets.
 */
export function logTasks(bus: EventBus, logger: Logger): void {
  bus.subscribe(taskEnded, ({ projectId, taskId, metaTask, status, errorCode, attempt, ms }) => {
    const task = { project: projectId, task: taskId, meta_task: metaTask };
    if (status === 'failed')
      logger.warn({ ...task, error_code: errorCode, attempt, ms }, 'a task failed');
    else logger.debug({ ...task, status, attempt, ms }, 'a task ended');
  });
  bus.subscribe(attemptFailed, ({ projectId, taskId, metaTask, errorCode, attempt, delayMs }) => {
    const task = { project: projectId, task: taskId, meta_task: metaTask };
    const fields = { ...task, error_code: errorCode, attempt, next_in_ms: delayMs };
    logger.info(fields, 'an attempt of a task failed and will be retried');
  });
}
