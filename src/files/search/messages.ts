import { sharedMessage, textsOf } from '../../platform/events/event-bus.js';

/** The index has caught up with files that have changed. */
export const filesIndexed = sharedMessage('files.indexed', textsOf());
