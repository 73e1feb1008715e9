import { sharedMessage, createTextsReader } from '../../platform/events/event-bus.js';

/** The index is up to date with changed files. */
export const filesIndexed = sharedMessage('files.indexed', createTextsReader());
