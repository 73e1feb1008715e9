import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tagged } from '../../api/conditions.js';
import { toRequestError } from '../../api/request-error.js';
import type { Webhook } from '../../api/types.js';
import { webhookQuery } from '../../api/webhooks.js';
import { useWebhooksLive } from '../../live/webhooks-live.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { exactTime } from '../../texts/en/format.js';
import { texts } from '../../texts/en/webhooks.js';
import { Deliveries } from './deliveries.js';
import { WebhookActions } from './webhook-actions.js';
import { ChangeWebhookForm } from './webhook-form.js';
import { WebhookHealth } from './webhook-health.js';
import { WebhookSecret } from './webhook-secret.js';

/** Details of a webhook: its health, its deliveries, and the form to change it. */
export function WebhookScreen() {
  const { project, is } = useProject();
  const { webhook: id } = useParams({ from: '/signed-in/p/$project/webhooks/$webhook' });
  useWebhooksLive(project.id);
  const query = useQuery({ ...webhookQuery(project.id, id), enabled: is('author') });
  const [secret, setSecret] = useState<string | null>(null);
  const webhook = query.data;
  return (
    <Page
      title={webhook === undefined ? texts.title : visibleText(webhook.description || webhook.url)}
      lead={
        <Link className="back" to="/p/$project/webhooks" params={{ project: project.slug }}>
          {texts.back}
        </Link>
      }
      beside={webhook && <WebhookHealth of={webhook} />}
      actions={webhook && is('admin') && <WebhookActions webhook={webhook} onSecret={setSecret} />}
    >
      {!is('author') && <p className="note">{texts.mayNot}</p>}
      {is('author') && query.isPending && <Skeleton label={texts.loading} />}
      {query.isError &&
        (toRequestError(query.error).status === 404 ? (
          <Empty title={texts.title} about={texts.gone(id)} />
        ) : (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ))}
      {secret !== null && (
        <WebhookSecret secret={secret}>
          <button type="button" onClick={() => setSecret(null)}>
            {texts.secret.hide}
          </button>
        </WebhookSecret>
      )}
      {webhook && <Whole webhook={webhook} />}
    </Page>
  );
}

function Whole({ webhook }: { webhook: Tagged<Webhook> }) {
  const { is } = useProject();
  const { unknown } = useSearch({ from: '/signed-in/p/$project/webhooks/$webhook' });
  return (
    <>
      <UnknownParameters names={unknown} />
      {webhook.disabled_reason !== null && (
        <p className="note note-error">
          {visibleText(texts.disabledBecause(webhook.disabled_reason))}
        </p>
      )}
      <Facts webhook={webhook} />
      <Deliveries webhook={webhook} />
      {is('admin') && <ChangeWebhookForm key={webhook.id} webhook={webhook} />}
    </>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { url, events, task_types: types, previous_secret_until: previous } = webhook;
  return (
    <dl className="figures">
      <div>
        <dt>{texts.columns.url}</dt>
        <dd className="webhook-url">{visibleText(url)}</dd>
      </div>
      <div>
        <dt>{texts.columns.events}</dt>
        <dd>{events.join(', ')}</dd>
      </div>
      <div>
        <dt>{texts.columns.types}</dt>
        <dd>{types === null ? texts.allTypes : types.join(', ')}</dd>
      </div>
      <div>
        <dt>{texts.madeBy}</dt>
        <dd>
          {visibleText(webhook.created_by)}, <When time={webhook.created_at} />
        </dd>
      </div>
      {previous !== null && (
        <div>
          <dt>{texts.secret.previousUntil}</dt>
          <dd>{exactTime(Date.parse(previous))}</dd>
        </div>
      )}
    </dl>
  );
}
