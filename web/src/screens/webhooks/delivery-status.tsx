import type { Delivery } from '../../api/types.js';
import { texts } from '../../texts/en/webhooks.js';

/** The status of a delivery by its shape, word and colour. */
export function DeliveryStatusMark({ of: { status } }: { of: Delivery }) {
  return (
    <span className={`status status-${status}`}>
      <span className="mark" aria-hidden="true" />
      {texts.deliveries.names[status]}
    </span>
  );
}
