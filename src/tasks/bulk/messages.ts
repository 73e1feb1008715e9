import { sharedMessage, createTextsReader } from '../../platform/events/event-bus.js';

/** Published when a bulk operation is due. */
export const bulkDue = sharedMessage('bulk.due', createTextsReader('bulkId'));
