import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Webhook } from '../../api/types.js';
import { webhooksQuery } from '../../api/webhooks.js';
import { useWebhooksLive } from '../../live/webhooks-live.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { RowsTable } from '../../parts/rows-table.js';
import { texts } from '../../texts/en/webhooks.js';
import { WebhookHealth } from './webhook-health.js';

/** Webhooks of a project, with their health. */
export function WebhooksScreen() {
  const { project, is } = useProject();
  return (
    <Page
      title={texts.title}
      actions={
        is('admin') && (
          <Link
            className="button primary"
            to="/p/$project/webhooks/new"
            params={{ project: project.slug }}
          >
            {texts.create}
          </Link>
        )
      }
    >
      {is('author') ? <Webhooks /> : <p className="note">{texts.mayNot}</p>}
    </Page>
  );
}

function Webhooks() {
  const { project } = useProject();
  useWebhooksLive(project.id);
  const query = useQuery(webhooksQuery(project.id));
  return (
    <>
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && (
        <Empty title={texts.emptyTitle} about={texts.emptyAbout} command={texts.emptyCommand} />
      )}
      {query.data !== undefined && query.data.length > 0 && <Table webhooks={query.data} />}
    </>
  );
}

function Table({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { columns } = texts;
  return (
    <RowsTable
      label={texts.list}
      columns={[columns.url, columns.events, columns.types, columns.state]}
    >
      {webhooks.map((webhook) => (
        <Row key={webhook.id} webhook={webhook} />
      ))}
    </RowsTable>
  );
}

function Row({ webhook }: { webhook: Webhook }) {
  const { project } = useProject();
  const { id, url, description, events, task_types: types } = webhook;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <Link to="/p/$project/webhooks/$webhook" params={{ project: project.slug, webhook: id }}>
          <UserText>{description || url}</UserText>
        </Link>
        {description && (
          <p className="quiet small">
            <UserText>{url}</UserText>
          </p>
        )}
      </td>
      <td role="cell">{events.join(', ')}</td>
      <td role="cell">{types === null ? texts.allTypes : types.join(', ')}</td>
      <td role="cell">
        <WebhookHealth of={webhook} />
      </td>
    </tr>
  );
}
