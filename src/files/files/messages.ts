import { sharedMessage, textsOf } from '../../platform/events/event-bus.js';

/** Files of a workspace have changed. */
export const filesChanged = sharedMessage('files.changed', textsOf('workspaceId'));

/** A workspace was deleted: its rows and contents are still there. */
export const workspaceDeleted = sharedMessage('workspace.deleted', textsOf('projectId'));

/** Documents wait for their conversion. */
export const documentsQueued = sharedMessage('documents.queued', textsOf());
