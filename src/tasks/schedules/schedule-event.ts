import { isoTime } from '../../base/kernel/clock.js';
import type { NewTaskEvent } from '../../platform/events/task-event.js';
import type { ScheduleEntity } from './schedule.entity.js';

type Reported = Pick<ScheduleEntity, 'id' | 'name' | 'task_type' | 'next_at'> & { now: number };

/** The trouble of a schedule: a tick made no task, or it has paused itself. */
export interface Trouble {
  state: 'failed' | 'paused';
  reason: string;
  /** Ticks in a row that made no task. */
  failures: number;
}

/** Returns the event that reports a schedule in trouble. `next_at` is the tick that was dealt with. */
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
