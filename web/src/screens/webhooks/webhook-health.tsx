import type { Webhook } from '../../api/types.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/webhooks.js';

/** Health of a webhook as a shape, words and a colour. */
export function WebhookHealth({ of: webhook }: { of: Webhook }) {
  const { enabled, disabled_reason: reason, failing_since: since } = webhook;
  const failing = reason !== null || (enabled && since !== null);
  const kind = failing ? 'failed' : enabled ? 'success' : 'cancelled';
  return (
    <span className={`status status-${kind}`}>
      <span className="mark" aria-hidden="true" />
      {!enabled && (reason === null ? texts.state.off : texts.state.offByServer)}
      {enabled && since === null && texts.state.works}
      {enabled && since !== null && (
        <span>
          {texts.state.failing} <When time={since} />
        </span>
      )}
    </span>
  );
}
