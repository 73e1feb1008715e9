import type { Delivery } from '../../api/types.js';
import { texts } from '../../texts/en/webhooks.js';

/** Status of a delivery as a shape, a word and a colour. */
export function DeliveryStatusMark({ of: { status } }: { of: Delivery }) {
  return (
    <span className={`status status-${status}`}>
      <span className="mark" aria-hidden="true" />
      {texts.deliveries.names[status]}
    </span>
  );
}
