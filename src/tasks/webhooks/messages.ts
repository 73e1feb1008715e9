import { message, sharedMessage, textsOf } from '../../platform/events/event-bus.js';

/** A delivery to a webhook is due. */
export const deliveryDue = sharedMessage('delivery.due', textsOf('projectId'));

/** An attempt to deliver has been recorded: it succeeded, it is followed by another one, or it was the last. */
export const deliveryAttempted = message<{
  outcome: 'success' | 'retried' | 'failed';
  durationMs: number;
}>('delivery.attempted');
