import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Whole } from '../../api/cursors.js';
import type { Attempt } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Status } from '../../parts/status.js';
import { visibleText } from '../../parts/visible-text.js';
import { Clock } from '../../parts/when.js';
import { texts } from '../../texts/en.js';
import { duration } from '../../texts/en/format.js';
import { runTexts } from '../../texts/en/run.js';
import { resources } from './facts.js';
import { Stack } from './overview/stack.js';
import { shortId, type Subject } from './subject.js';

const { attempts: words } = runTexts;

/** Attempts of a run, newest first, with the error and phases of the attempt that the address names. */
export function AttemptsTab({
  subject,
  query,
  chosen,
}: {
  subject: Subject;
  query: UseQueryResult<Whole<Attempt>>;
  chosen: number | undefined;
}) {
  if (query.isPending) return <Skeleton rows={3} label={texts.run.loadingMore} />;
  if (query.data === undefined)
    return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  const { items, truncated } = query.data;
  if (items.length === 0) return <p className="quiet">{words.none}</p>;
  const shown = items.find(({ attempt }) => attempt === chosen) ?? items.at(-1);
  return (
    <>
      <div className="scrolls" tabIndex={0} role="region" aria-label={words.list}>
        <table className="plain-table">
          <thead>
            <tr>
              {[
                words.number,
                words.outcome,
                words.waited,
                words.took,
                words.resources,
                words.version,
                words.worker,
                words.error,
              ].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.toReversed().map((attempt) => (
              <Row key={attempt.attempt} attempt={attempt} shown={attempt === shown} />
            ))}
          </tbody>
        </table>
      </div>
      {truncated && <p className="quiet">{words.more}</p>}
      {shown && <Detail subject={subject} attempt={shown} />}
    </>
  );
}

function Row({ attempt, shown }: { attempt: Attempt; shown: boolean }) {
  const time = (state: Attempt['segments'][number]['state']): number =>
    attempt.segments
      .filter((segment) => segment.state === state && segment.to !== null)
      .reduce((sum, { from, to }) => sum + Date.parse(to ?? from) - Date.parse(from), 0);
  return (
    <tr aria-current={shown ? 'true' : undefined}>
      <td>
        <Link
          from="/p/$project/runs/$task"
          to="."
          search={{ tab: 'attempts', attempt: attempt.attempt }}
        >
          {attempt.attempt}
        </Link>
      </td>
      <td>{attempt.outcome === null ? words.goesOn : <Status of={attempt.outcome} />}</td>
      <td>{duration(time('queued'))}</td>
      <td>
        {duration(time('running'))}{' '}
        {attempt.started_at !== null && (
          <span className="quiet">
            <Clock time={attempt.started_at} />
          </span>
        )}
      </td>
      <td>{resources(attempt, null)}</td>
      <td>v{attempt.version}</td>
      <td>{attempt.worker !== null && <code>{shortId(attempt.worker)}</code>}</td>
      <td className="cell-text">
        <bdi className="error">{visibleText(attempt.error_message?.split('\n', 1)[0] ?? '')}</bdi>
      </td>
    </tr>
  );
}

function Detail({ subject, attempt }: { subject: Subject; attempt: Attempt }) {
  const phases = attempt.phases.filter(({ name }) => name !== '');
  return (
    <section aria-label={`${words.number} ${attempt.attempt}`} className="stack-of-parts">
      <h2>
        {words.number} {attempt.attempt}{' '}
        <Link
          className="small"
          from="/p/$project/runs/$task"
          to="."
          search={{ tab: 'logs', attempt: attempt.attempt }}
        >
          {words.log}
        </Link>
      </h2>
      {attempt.error_message !== null && (
        <p className="error-text">
          <bdi className="error">{visibleText(attempt.error_message)}</bdi>
        </p>
      )}
      <Stack subject={subject} of={attempt} version={attempt.version} />
      {phases.length > 0 && (
        <>
          <h3>{words.phases}</h3>
          <ul className="waits">
            {phases.map(({ name, duration_ms: ms, usual_ms: usual }) => (
              <li key={name}>
                <bdi>{visibleText(runTexts.phases.took(name, ms))}</bdi>{' '}
                {usual !== null && <span className="quiet">{runTexts.phases.usually(usual)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
