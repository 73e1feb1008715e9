import { Link } from '@tanstack/react-router';
import type { Now } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/now.js';

const { webhooks: words } = texts;

/** Numbers of webhooks that are failing or disabled. */
export function WebhooksCard({ webhooks: { failing, disabled } }: { webhooks: Now['webhooks'] }) {
  const { project } = useProject();
  if (failing + disabled === 0) return null;
  return (
    <Card title={words.title}>
      {failing > 0 && <p>{words.failing(failing)}</p>}
      {disabled > 0 && <p className="urgent">{words.disabled(disabled)}</p>}
      <p>
        <Link to="/p/$project/webhooks" params={{ project: project.slug }}>
          {words.all}
        </Link>
      </p>
    </Card>
  );
}
