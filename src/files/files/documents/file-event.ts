import type { NewTaskEvent } from '../../../platform/events/task-event.js';
import type { FileEntry } from '../tree/file-entry.js';

/** Tells the project how far the document of a file is; of no task. */
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
