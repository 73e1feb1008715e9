import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Delivery, Webhook } from '../../api/types.js';
import {
  DELIVERY_STATUSES,
  deliveriesQuery,
  type DeliveryStatus,
  redeliverFailed,
} from '../../api/webhooks.js';
import { Dimmed } from '../../parts/dimmed.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { keptRows } from '../../parts/kept-rows.js';
import { MoreButton } from '../../parts/more-button.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Upcoming } from '../../parts/upcoming.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { RowsTable } from '../../parts/rows-table.js';
import { texts } from '../../texts/en/webhooks.js';
import { DeliveryDialog } from './delivery-dialog.js';
import { DeliveryStatusMark } from './delivery-status.js';

const FROM = '/signed-in/p/$project/webhooks/$webhook' as const;

/** Deliveries of a webhook, newest first. The address contains the filter and the delivery that is shown. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { project } = useProject();
  const { status, delivery } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: '/p/$project/webhooks/$webhook' });
  const query = useInfiniteQuery({
    ...deliveriesQuery(project.id, webhook.id, status),
    placeholderData: (before) => keptRows(before, ({ items }) => items),
  });
  const deliveries = query.data;
  useHealthAfter(webhook, deliveries);
  useEndedAfter(webhook, status);
  return (
    <section className="column" aria-labelledby="deliveries">
      <h2 id="deliveries">{texts.deliveries.title}</h2>
      <Filters webhook={webhook} />
      {query.isPending && <Skeleton label={texts.deliveries.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {deliveries?.length === 0 && <Nothing />}
      {deliveries !== undefined && deliveries.length > 0 && (
        <Dimmed busy={query.isPlaceholderData}>
          <Table webhook={webhook.id} deliveries={deliveries} />
        </Dimmed>
      )}
      {query.hasNextPage && (
        <div className="buttons">
          <MoreButton query={query}>{texts.deliveries.more}</MoreButton>
        </div>
      )}
      <p className="quiet">{texts.deliveries.kept}</p>
      {delivery !== undefined && (
        <DeliveryDialog
          key={delivery}
          webhook={webhook.id}
          id={delivery}
          onClose={() =>
            void navigate({ search: status === undefined ? {} : { status }, replace: true })
          }
        />
      )}
    </section>
  );
}

/** Reads a webhook again after a delivery attempt, which may have changed its health. */
function useHealthAfter(webhook: Webhook, deliveries: readonly Delivery[] | undefined): void {
  const { project } = useProject();
  const client = useQueryClient();
  const seen = useRef<string | undefined>(undefined);
  const tried = deliveries
    ?.map((one) => [one.id, one.attempts, one.status, one.next_attempt_at].join())
    .join();
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== tried)
      void client.invalidateQueries({ queryKey: ['webhook', project.id, webhook.id] });
    seen.current = tried;
  }, [client, project.id, tried, webhook.id]);
}

/**
 * Reads a list of ended deliveries again after the pending ones have been read, because some of those may have ended.
 */
function useEndedAfter(webhook: Webhook, status: DeliveryStatus | undefined): void {
  const { project } = useProject();
  const client = useQueryClient();
  const hasEnded = status !== undefined && status !== 'pending';
  const { dataUpdatedAt: readAt } = useInfiniteQuery({
    ...deliveriesQuery(project.id, webhook.id, 'pending'),
    enabled: hasEnded,
  });
  useEffect(() => {
    const { queryKey } = deliveriesQuery(project.id, webhook.id, status);
    if (hasEnded && readAt > 0) void client.invalidateQueries({ queryKey });
  }, [client, hasEnded, project.id, readAt, status, webhook.id]);
}

function Filters({ webhook }: { webhook: Webhook }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const { status } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: '/p/$project/webhooks/$webhook' });
  const { busy, error, run } = useAction();
  const [said, setSaid] = useState('');
  const again = async (): Promise<void> => {
    const { redelivered, more } = await redeliverFailed(project.id, webhook.id);
    setSaid(texts.deliveries.redelivered(redelivered, more));
    await client.invalidateQueries({ queryKey: ['deliveries', project.id, webhook.id] });
  };
  return (
    <>
      <form
        className="filters"
        role="search"
        aria-label={texts.deliveries.filters}
        onSubmit={(event) => event.preventDefault()}
      >
        <select
          aria-label={texts.deliveries.status}
          value={status ?? ''}
          onChange={({ target }) => {
            const wanted = DELIVERY_STATUSES.find((one) => one === target.value);
            void navigate({ search: wanted === undefined ? {} : { status: wanted } });
          }}
        >
          <option value="">{texts.deliveries.anyStatus}</option>
          {DELIVERY_STATUSES.map((one) => (
            <option key={one} value={one}>
              {texts.deliveries.names[one]}
            </option>
          ))}
        </select>
        {is('admin') && (
          <button type="button" disabled={busy} onClick={() => void run(again)}>
            {texts.deliveries.redeliverFailed}
          </button>
        )}
        <span className="said" role="status">
          {said}
        </span>
      </form>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}

function Nothing() {
  const { status } = useSearch({ from: FROM });
  if (status === undefined)
    return <Empty title={texts.deliveries.none} about={texts.deliveries.noneAbout} />;
  return (
    <Empty
      title={texts.deliveries.noneMatch}
      about={texts.deliveries.noneMatchAbout(texts.deliveries.names[status])}
    >
      <Link from="/p/$project/webhooks/$webhook" to="." search={{}}>
        {texts.deliveries.clear}
      </Link>
    </Empty>
  );
}

function Table({ webhook, deliveries }: { webhook: string; deliveries: readonly Delivery[] }) {
  return (
    <RowsTable
      label={texts.deliveries.list}
      kind="deliveries"
      columns={Object.values(texts.deliveries.columns)}
    >
      {deliveries.map((delivery) => (
        <Row key={delivery.id} webhook={webhook} delivery={delivery} />
      ))}
    </RowsTable>
  );
}

function Row({ webhook, delivery }: { webhook: string; delivery: Delivery }) {
  const { project } = useProject();
  const { status: filter } = useSearch({ from: FROM });
  const { id, type, response_status: answer, error, next_attempt_at: next } = delivery;
  return (
    <tr role="row">
      <td role="cell">
        <DeliveryStatusMark of={delivery} />
      </td>
      <td role="cell" className="cell-main">
        <Link
          to="/p/$project/webhooks/$webhook"
          params={{ project: project.slug, webhook }}
          search={{ ...(filter !== undefined && { status: filter }), delivery: id }}
        >
          {type}
        </Link>
      </td>
      <td role="cell">{answer ?? (error === null ? '' : visibleText(error))}</td>
      <td role="cell">{texts.delivery.attempt(delivery.attempts)}</td>
      <td role="cell">{next !== null && <Upcoming time={next} />}</td>
      <td role="cell">
        <When time={delivery.created_at} />
      </td>
    </tr>
  );
}
