import type { NewTaskEvent } from '../../platform/events/task-event.js';
import type { ImageEntity } from './image.entity.js';

/** Returns the event that reports the state of an image; `digest` is the digest of its current version. */
export function imageEvent(row: ImageEntity, digest: string | null): NewTaskEvent {
  const { id, name, state, error_code: code, error } = row;
  return {
    type: 'image',
    taskId: '',
    attempt: 0,
    level: null,
    data: { image_id: id, name, state, digest, error_code: code, error },
    createdAt: Date.now(),
  };
}
