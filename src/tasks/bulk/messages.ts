import { sharedMessage, textsOf } from '../../platform/events/event-bus.js';

/** A bulk operation is to go on. */
export const bulkDue = sharedMessage('bulk.due', textsOf('bulkId'));
