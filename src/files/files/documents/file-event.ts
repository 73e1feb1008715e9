import type { NewTaskEvent } from '../../../platform/events/task-event.js';
import type { FileEntry } from '../tree/file-entry.js';

/** Returns the event that reports the conversion state of a file to its project. It belongs to no task. */
export function fileEvent(workspaceId: string, entry: FileEntry): NewTaskEvent {
  const { path, convertedFrom, conversion } = entry;
  return {
    type: 'file',
    taskId: '',
    attempt: 0,
    level: null,
    data: { ws: workspaceId, path, converted_from: convertedFrom, ...conversion },
    createdAt: Date.now(),
  };
}
