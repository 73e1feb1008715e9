import { sharedMessage, createTextsReader } from '../../platform/events/event-bus.js';

/** Sent when files of a workspace have changed. */
export const filesChanged = sharedMessage('files.changed', createTextsReader('workspaceId'));

/** Sent when a workspace is deleted. Its rows and contents still exist at that time. */
export const workspaceDeleted = sharedMessage('workspace.deleted', createTextsReader('projectId'));

/** Sent when documents are waiting for conversion. */
export const documentsQueued = sharedMessage('documents.queued', createTextsReader());
