import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toRequestError } from '../../api/request-error.js';
import type { DeliveryDetail } from '../../api/types.js';
import { deliveryQuery, redeliver } from '../../api/webhooks.js';
import { Dialog } from '../../parts/dialog.js';
import { ErrorNote } from '../../parts/error-note.js';
import { JsonView } from '../../parts/json-view.js';
import { RunLink } from '../../parts/run-link.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Upcoming } from '../../parts/upcoming.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/webhooks.js';
import { DeliveryStatusMark } from './delivery-status.js';

/** Details of a delivery: the request and the response. */
export function DeliveryDialog({
  webhook,
  id,
  onClose,
}: {
  webhook: string;
  id: string;
  onClose: () => void;
}) {
  const { project } = useProject();
  const query = useQuery(deliveryQuery(project.id, webhook, id));
  const delivery = query.data;
  return (
    <Dialog title={texts.delivery.title(delivery?.type ?? '…')} onClose={onClose}>
      <div className="column delivery">
        {query.isPending && <Skeleton rows={3} label={texts.deliveries.loading} />}
        {query.isError &&
          (toRequestError(query.error).status === 404 ? (
            <p>{texts.delivery.gone(id)}</p>
          ) : (
            <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
          ))}
        {delivery && <Whole webhook={webhook} delivery={delivery} />}
      </div>
    </Dialog>
  );
}

function Whole({ webhook, delivery }: { webhook: string; delivery: DeliveryDetail }) {
  const { project } = useProject();
  return (
    <>
      <Facts delivery={delivery} />
      <Again webhook={webhook} delivery={delivery} />
      <h3>{texts.delivery.answer}</h3>
      <Answer delivery={delivery} />
      <h3>{texts.delivery.request}</h3>
      <JsonView value={delivery.payload} label={texts.delivery.request} />
      {delivery.task_id !== null && (
        <RunLink project={project.slug} id={delivery.task_id}>
          {texts.delivery.toRun}
        </RunLink>
      )}
    </>
  );
}

function Facts({ delivery }: { delivery: DeliveryDetail }) {
  const { id, attempts, attempted_at: last, next_attempt_at: next } = delivery;
  return (
    <>
      <p className="delivery-facts">
        <DeliveryStatusMark of={delivery} />
        <span>{texts.delivery.attempt(attempts)}</span>
        {last !== null && (
          <span>
            {texts.delivery.last} <When time={last} />
          </span>
        )}
        {next !== null && (
          <span>
            {texts.delivery.next} <Upcoming time={next} />
          </span>
        )}
      </p>
      <p className="quiet">
        {texts.delivery.id} <code className="long">{id}</code>
      </p>
    </>
  );
}

function Again({ webhook, delivery }: { webhook: string; delivery: DeliveryDetail }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  if (!is('admin') || delivery.status === 'pending') return null;
  const again = async (): Promise<void> => {
    await redeliver(project.id, webhook, delivery.id);
    await client.invalidateQueries({ queryKey: ['deliveries', project.id, webhook] });
  };
  return (
    <div className="buttons">
      <button type="button" className="primary" disabled={busy} onClick={() => void run(again)}>
        {busy ? texts.busy : texts.deliveries.redeliver}
      </button>
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}

function Answer({ delivery }: { delivery: DeliveryDetail }) {
  const { response_status: status, duration_ms: took, error, response_body: body } = delivery;
  if (delivery.attempts === 0) return <p className="quiet">{texts.delivery.noAnswer}</p>;
  return (
    <>
      <p className="delivery-facts">
        {status !== null && <strong>{status}</strong>}
        {took !== null && <span className="quiet">{texts.delivery.took(took)}</span>}
      </p>
      {error !== null && <p className="field-error">{visibleText(error)}</p>}
      {body === '' && <p className="quiet">{texts.delivery.emptyAnswer}</p>}
      {body !== null && body !== '' && (
        <>
          <pre
            className="code-block answer-body"
            tabIndex={0}
            role="region"
            aria-label={texts.delivery.answer}
          >
            {visibleText(body)}
          </pre>
          <p className="quiet">{texts.delivery.cut}</p>
        </>
      )}
    </>
  );
}
