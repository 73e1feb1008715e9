import { useQuery } from '@tanstack/react-query';
import { installationQuery } from '../../api/installation.js';
import { meQuery } from '../../api/session.js';
import type { Installation } from '../../api/types.js';
import { CodeText } from '../../parts/code-text.js';
import { Copy } from '../../parts/copy.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/health.js';
import { QueueCard } from './queue-card.js';
import { SandboxCard, ServerCard, StorageCard } from './server-cards.js';
import { WorkersCard } from './workers-card.js';

/** State of the installation, for its administrators. */
export function HealthScreen() {
  const isAdmin = useQuery(meQuery).data?.is_admin === true;
  const query = useQuery({ ...installationQuery, enabled: isAdmin });
  const state = query.data;
  return (
    <Page
      title={texts.title}
      actions={
        isAdmin && (
          <div className="buttons">
            <button type="button" disabled={query.isFetching} onClick={() => void query.refetch()}>
              {texts.again}
            </button>
            {state && <Report state={state} />}
          </div>
        )
      }
    >
      {!isAdmin && (
        <p className="note">
          <span>
            <CodeText>{texts.mayNot}</CodeText>
          </span>
        </p>
      )}
      {isAdmin && query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {state && (
        <>
          <Warnings state={state} />
          <div className="health">
            <QueueCard projects={state.projects} />
            <SandboxCard sandbox={state.sandbox} />
            <ServerCard state={state} />
            <StorageCard state={state} />
          </div>
          <WorkersCard workers={state.workers} />
          <p className="quiet">
            {texts.readAt} <When time={new Date(query.dataUpdatedAt).toISOString()} />
          </p>
        </>
      )}
    </Page>
  );
}

/** Button that copies the complete response of the server as JSON. */
function Report({ state }: { state: Installation }) {
  return (
    <Copy
      className="button"
      text={() => JSON.stringify(state, null, 2)}
      label={`${texts.report}. ${texts.reportNote}`}
    >
      {texts.report}
    </Copy>
  );
}

function Warnings({ state: { paused, warnings } }: { state: Installation }) {
  return (
    <>
      {paused !== null && (
        <div className="note note-error">
          <p>{visibleText(texts.paused(paused.reason))}</p>
          <p className="quiet">
            <CodeText>{texts.pausedAbout}</CodeText> <When time={paused.since} />.
          </p>
        </div>
      )}
      {warnings.length > 0 && (
        <section className="note note-error" aria-labelledby="warnings">
          <h2 id="warnings">{texts.warnings}</h2>
          <ul className="warnings">
            {warnings.map(({ at, text }) => (
              <li key={text}>
                <CodeText>{visibleText(text)}</CodeText>{' '}
                <span className="quiet">
                  {texts.since} <When time={at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {warnings.length === 0 && paused === null && <p className="all-well">{texts.well}</p>}
    </>
  );
}
