import type { Selected } from '../../../platform/events/event-selection.js';
import { TASK_EVENT_TYPES } from '../../../platform/events/task-event.js';
import type { ProjectEventsQuery } from './task-events.dto.js';

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
