import { message } from '../../platform/events/event-bus.js';

/** A bulk operation is to go on. */
export const bulkDue = message<{ bulkId: string }>('bulk.due');
