import { DELIVERY_STATUSES, type DeliveryStatus } from '../../api/webhooks.js';
import { oneOf, readSearch, textParameter } from '../../parts/search-parameters.js';

export interface WebhookSearch {
  /** Status to filter the deliveries by. */
  status?: DeliveryStatus;
  /** Id of the delivery to show. */
  delivery?: string;
}

/** Returns the search parameters of the deliveries of a webhook. */
export function webhookSearch(parameters: Record<string, unknown>) {
  return readSearch<WebhookSearch>(parameters, {
    status: oneOf(...DELIVERY_STATUSES),
    delivery: textParameter,
  });
}
