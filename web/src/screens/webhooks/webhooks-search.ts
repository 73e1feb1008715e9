import { DELIVERY_STATUSES, type DeliveryStatus } from '../../api/webhooks.js';
import { oneOf, readSearch, textParameter } from '../../parts/search-parameters.js';

export interface WebhookSearch {
  /** The status of the deliveries that are listed. */
  status?: DeliveryStatus;
  /** Id of the delivery that is shown. */
  delivery?: string;
}

/** Returns what the address says about the deliveries of a webhook. */
export function webhookSearch(parameters: Record<string, unknown>) {
  return readSearch<WebhookSearch>(parameters, {
    status: oneOf(...DELIVERY_STATUSES),
    delivery: textParameter,
  });
}
