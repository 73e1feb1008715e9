import { useQuery } from '@tanstack/react-query';
import { lastRunsQuery, nowQuery } from '../../api/now.js';
import type { Now, Task } from '../../api/types.js';
import { useNowLive } from '../../live/use-now-live.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/now.js';
import { isWell } from './attention.js';
import { DecisionsCard } from './decisions-card.js';
import { FailingCard } from './failing-card.js';
import { Figures } from './figures.js';
import { FirstSteps } from './first-steps.js';
import { SchedulesCard } from './schedules-card.js';
import { SlowCard } from './slow-card.js';
import { WebhooksCard } from './webhooks-card.js';
import { Link } from '@tanstack/react-router';
import { Card } from '../../parts/card.js';
import { TaskList } from '../../parts/task-list.js';

const { well: words } = texts;

/** Overview of what needs attention in a project. */
export function NowScreen() {
  const { project } = useProject();
  useNowLive(project.id);
  const query = useQuery(nowQuery(project.id));
  const { data } = query;
  return (
    <Page title={texts.title} beside={<span className="quiet now-about">{texts.about}</span>} live>
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {data !== undefined && (
        <>
          <Figures {...data} />
          {isWell(data.now) ? <Well now={data.now} /> : <Cards now={data.now} />}
        </>
      )}
    </Page>
  );
}

function Cards({ now }: { now: Now }) {
  return (
    <div className="now-cards">
      <div className="now-column">
        {now.failing.length > 0 && <FailingCard failing={now.failing} />}
        <SlowCard now={now} />
        {now.schedules.length > 0 && <SchedulesCard schedules={now.schedules} />}
      </div>
      <div className="now-column">
        {now.approvals.pending > 0 && <DecisionsCard count={now.approvals.pending} />}
        <WebhooksCard webhooks={now.webhooks} />
      </div>
    </div>
  );
}

/** Last runs and schedules of a project without problems, or the first steps if nothing has run yet. */
function Well({ now }: { now: Now }) {
  const { project } = useProject();
  const query = useQuery(lastRunsQuery(project.id));
  if (query.isPending) return <Skeleton rows={5} label={texts.loading} />;
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return <FirstSteps />;
  return (
    <div className="now-column now-well">
      <AllWell runs={query.data} />
      {now.schedules.length > 0 && <SchedulesCard schedules={now.schedules} />}
    </div>
  );
}

/** Note that nothing needs attention, with the list of the last runs. */
function AllWell({ runs }: { runs: readonly Task[] }) {
  const { project } = useProject();
  return (
    <>
      <p className="now-good" role="status">
        <span className="status status-success">
          <span className="mark" aria-hidden="true" />
          <strong>{words.title}</strong>
        </span>{' '}
        <span className="quiet">{words.about}</span>
      </p>
      <Card
        title={words.lastRuns}
        aside={
          <Link to="/p/$project/runs" params={{ project: project.slug }}>
            {words.all}
          </Link>
        }
      >
        <TaskList tasks={runs} project={project.slug} />
      </Card>
    </>
  );
}
