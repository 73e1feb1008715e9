import { message } from '../../platform/events/event-bus.js';

/** A delivery to a webhook is due. */
export const deliveryDue = message<{ projectId: string }>('delivery.due');
