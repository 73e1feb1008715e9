import type { NewTaskEvent } from '../../../platform/events/task-event.js';

/** Returns the event of a step's state. It omits the result, which may be large. */
export function stepEvent(
  run: { taskId: string; attempt: number },
  step: { id: string; kind: string; name: string; attempts: number },
  { status, error }: { status: string; error?: { type: string; message: string } | undefined },
): NewTaskEvent {
  return {
    type: 'step',
    taskId: run.taskId,
    attempt: run.attempt,
    level: null,
    createdAt: Date.now(),
    data: {
      id: step.id,
      kind: step.kind,
      name: step.name,
      status,
      attempts: step.attempts,
      ...(error === undefined ? {} : { error_type: error.type, error_message: error.message }),
    },
  };
}
