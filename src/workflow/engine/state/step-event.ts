import type { NewTaskEvent } from '../../../platform/events/task-event.js';

/** Returns the event that reports the state of a step. The result stays in the record: it may be large. */
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
