import { isoTime } from '../../base/kernel/clock.js';
import type { NewTaskEvent } from '../../platform/events/task-event.js';
import type { ScheduleEntity } from './schedule.entity.js';

type Reported = Pick<ScheduleEntity, 'id' | 'name' | 'task_type' | 'next_at'> & { now: number };

/** The trouble of a schedule: a tick without a task, or a pause by itself. */
export interface Trouble {
  state: 'failed' | 'paused';
  reason: string;
  /** Number of consecutive ticks without a task. */
  failures: number;
}

/** Returns the event of a schedule in trouble. `next_at` is the processed tick. */
export function scheduleEvent(
  { id, name, task_type, next_at: tick, now }: Reported,
  { state, reason, failures }: Trouble,
): NewTaskEvent {
  return {
    type: 'schedule',
    taskId: '',
    attempt: 0,
    level: null,
    data: {
      schedule_id: id,
      name,
      task_type,
      state,
      reason,
      consecutive_failures: failures,
      tick_at: isoTime(tick ?? now),
    },
    createdAt: Date.now(),
  };
}
