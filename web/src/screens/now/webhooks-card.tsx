import type { Now } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { texts } from '../../texts/en/now.js';

const { webhooks: words } = texts;

/** Webhooks whose receivers get nothing. */
export function WebhooksCard({ webhooks: { failing, disabled } }: { webhooks: Now['webhooks'] }) {
  if (failing + disabled === 0) return null;
  return (
    <Card title={words.title}>
      {failing > 0 && <p>{words.failing(failing)}</p>}
      {disabled > 0 && <p className="urgent">{words.disabled(disabled)}</p>}
      <code>{words.command}</code>
    </Card>
  );
}
