import { message, sharedMessage, createTextsReader } from '../../platform/events/event-bus.js';

/** A delivery to a webhook is due. */
export const deliveryDue = sharedMessage('delivery.due', createTextsReader('projectId'));

/** An attempt to deliver has been recorded: it succeeded, another one follows, or it was the last one. */
export const deliveryAttempted = message<{
  outcome: 'success' | 'retried' | 'failed';
  durationMs: number;
}>('delivery.attempted');
