import { message } from '../../platform/events/event-bus.js';

/** A delivery to a webhook is due. */
export const deliveryDue = message<{ projectId: string }>('delivery.due');

/** An attempt to deliver has been recorded: it succeeded, it is followed by another one, or it was the last. */
export const deliveryAttempted = message<{
  outcome: 'success' | 'retried' | 'failed';
  durationMs: number;
}>('delivery.attempted');
