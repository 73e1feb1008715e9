import type { NewTaskEvent } from '../../platform/events/task-event.js';
import type { BulkOperationEntity } from './bulk-operation.entity.js';

/** Returns the event that reports the progress of a bulk operation. */
export function bulkEvent(row: BulkOperationEntity): NewTaskEvent {
  const { id, action, state, total, done, refused } = row;
  return {
    type: 'bulk',
    taskId: '',
    attempt: 0,
    level: null,
    data: { bulk_id: id, action, state, total, done, refused },
    createdAt: Date.now(),
  };
}
