import type { Attempt, Task, Run } from '../../../api/types.js';
import { Card } from '../../../parts/card.js';
import { Copy } from '../../../parts/copy.js';
import { JsonTree } from '../../../parts/json-tree.js';
import { JsonView } from '../../../parts/json-view.js';
import { runTexts } from '../../../texts/en/run.js';
import { pullCommand, type Subject } from '../subject.js';
import { CitedFiles } from './cited-files.js';
import { ErrorCard } from './error-card.js';
import { LastLines } from './last-lines.js';
import { NowCard } from './now-card.js';
import { PendingCard } from './pending-card.js';
import { WaitingCard } from './waiting-card.js';
import { WrittenFiles } from './written-files.js';
import { visibleText } from '../../../parts/visible-text.js';
import { Clock } from '../../../parts/when.js';
import { eventsOfRun } from './run-history.js';

/** Most relevant part of a run in its current state, with its last log lines, params and history. */
export function OverviewTab({
  subject,
  attempts,
  recent,
}: {
  subject: Subject;
  attempts: readonly Attempt[];
  recent: readonly Task[];
}) {
  const { run } = subject;
  return (
    <div className="overview">
      <div className="overview-main">
        <Main subject={subject} recent={recent} />
        {run.attempt > 0 && <LastLines subject={subject} />}
      </div>
      <div className="overview-side">
        <Card title={runTexts.params.title}>
          {Object.keys(run.params).length === 0 ? (
            <p className="quiet">{runTexts.params.none}</p>
          ) : (
            <JsonTree value={run.params} />
          )}
        </Card>
        {!run.draft && (
          <Card title={runTexts.pull.title}>
            <div className="command">
              <code>{pullCommand(run)}</code>
              <Copy text={pullCommand(run)} label={runTexts.pull.copy} />
            </div>
            <p className="quiet">{runTexts.pull.about}</p>
          </Card>
        )}
        <Happened run={run} attempts={attempts} />
      </div>
    </div>
  );
}

function Main({ subject, recent }: { subject: Subject; recent: readonly Task[] }) {
  const { run } = subject;
  switch (run.status) {
    case 'failed':
    case 'cancelled':
      return <ErrorCard subject={subject} recent={recent} />;
    case 'waiting':
      return <WaitingCard subject={subject} />;
    case 'pending':
      return <PendingCard subject={subject} />;
    case 'running':
      return <NowCard subject={subject} />;
    case 'success':
    default:
      return (
        <>
          <CitedFiles subject={subject} />
          <Card title={runTexts.result.title}>
            {run.result === null ? (
              <p className="quiet">{runTexts.result.none}</p>
            ) : (
              <JsonView value={run.result} label={runTexts.result.title} />
            )}
          </Card>
          <WrittenFiles subject={subject} />
        </>
      );
  }
}

/** History of a run since its creation. */
function Happened({ run, attempts }: { run: Run; attempts: readonly Attempt[] }) {
  return (
    <Card title={runTexts.happened.title}>
      <ol className="happened">
        {eventsOfRun(run, attempts).map(({ time, text, bad }, index) => (
          <li key={index}>
            <Clock time={time} />{' '}
            <bdi className={bad ? 'error' : undefined}>{visibleText(text)}</bdi>
          </li>
        ))}
      </ol>
    </Card>
  );
}
