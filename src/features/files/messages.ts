import { message } from '../../platform/events/event-bus.js';

/** Files of a workspace have changed. */
export const filesChanged = message<{ workspaceId: string }>('files.changed');

/** A workspace was deleted: its rows and contents are still there. */
export const workspaceDeleted = message<{ projectId: string }>('workspace.deleted');

/** Documents wait for their conversion. */
export const documentsQueued = message<Record<string, never>>('documents.queued');
