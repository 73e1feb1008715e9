import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookWithSecret } from '../../api/types.js';
import { createWebhook } from '../../api/webhooks.js';
import { Page } from '../../parts/page.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/webhooks.js';
import { NewWebhookForm } from './webhook-form.js';
import { WebhookSecret } from './webhook-secret.js';

/** Screen to create a webhook, which then shows its secret once. */
export function NewWebhookScreen() {
  const { project, is } = useProject();
  const client = useQueryClient();
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const params = { project: project.slug };
  return (
    <Page
      title={texts.create}
      lead={
        <Link className="back" to="/p/$project/webhooks" params={params}>
          {texts.back}
        </Link>
      }
    >
      {!is('admin') && <p className="note">{texts.form.mayNot}</p>}
      {is('admin') && made === null && (
        <NewWebhookForm
          onSave={async (body) => {
            setMade(await createWebhook(project.id, body));
            await client.invalidateQueries({ queryKey: ['webhooks', project.id] });
          }}
        />
      )}
      {made !== null && (
        <WebhookSecret secret={made.secret}>
          <Link
            className="button"
            to="/p/$project/webhooks/$webhook"
            params={{ ...params, webhook: made.id }}
          >
            {texts.secret.toIt}
          </Link>
        </WebhookSecret>
      )}
    </Page>
  );
}
