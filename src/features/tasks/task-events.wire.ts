import type { Selected } from '../../platform/events/event-selection.js';
import { TASK_EVENT_TYPES, type TaskEvent } from '../../platform/events/task-event.js';
import { isoTime } from '../../base/kernel/clock.js';
import type { LogLineDto, ProjectEventsQuery } from './task-events.dto.js';

export function selectedBy(query: ProjectEventsQuery): Selected {
  const { types, task_id, task_type, level } = query;
  return {
    types:
      types === undefined
        ? undefined
        : TASK_EVENT_TYPES.filter((type) => types.split(',').includes(type)),
    taskIds: task_id?.toLowerCase().split(','),
    metaTask: task_type,
    level,
  };
}

export function logLineDto(event: TaskEvent): LogLineDto {
  return {
    seq: event.seq,
    time: isoTime(event.createdAt),
    level: event.level ?? 'info',
    text: typeof event.data['text'] === 'string' ? event.data['text'] : '',
    attempt: event.attempt,
  };
}
