import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ApprovalsView, approvalsQuery, MOST_APPROVALS } from '../../api/approvals.js';
import type { Approval } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/approvals.js';
import { TimeBar, TimeLeft } from './approval-time.js';
import { promptTitle } from '../../parts/prompt-title.js';

/** Approvals that wait for a decision, sorted by remaining time, or decided approvals, newest first. */
export function ApprovalsScreen() {
  const { project } = useProject();
  const { status: view = 'waiting', unknown } = useSearch({
    from: '/signed-in/p/$project/approvals',
  });
  const waiting = useQuery(approvalsQuery(project.id, 'waiting'));
  const query = useQuery(approvalsQuery(project.id, view));
  const approvals = query.data && inOrder(query.data, view);
  return (
    <Page
      title={texts.title}
      actions={<Views project={project.slug} view={view} count={waiting.data?.length ?? null} />}
    >
      <UnknownParameters names={unknown} />
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton label={texts.loading} />}
      {approvals?.length === 0 && <Nothing view={view} />}
      {approvals !== undefined && approvals.length > 0 && (
        <ul className="cards" aria-label={texts.list}>
          {approvals.map((approval) => (
            <li key={approval.id}>
              <Card approval={approval} project={project.slug} />
            </li>
          ))}
        </ul>
      )}
      {approvals?.length === MOST_APPROVALS && (
        <p className="quiet">{texts.most(MOST_APPROVALS)}</p>
      )}
      {view === 'waiting' && approvals !== undefined && approvals.length > 0 && (
        <p className="quiet">{texts.live}</p>
      )}
    </Page>
  );
}

function Views({
  project,
  view,
  count,
}: {
  project: string;
  view: ApprovalsView;
  count: number | null;
}) {
  const link = (one: ApprovalsView, text: string) => (
    <Link
      to="/p/$project/approvals"
      params={{ project }}
      search={one === 'waiting' ? {} : { status: one }}
      activeOptions={{ exact: true }}
      aria-current={view === one ? 'page' : undefined}
    >
      {text}
    </Link>
  );
  return (
    <nav className="switch" aria-label={texts.views}>
      {link('waiting', texts.waiting(count))}
      {link('decided', texts.decided)}
    </nav>
  );
}

function Card({ approval, project }: { approval: Approval; project: string }) {
  return (
    <Link
      className="card"
      to="/p/$project/approvals/$approval"
      params={{ project, approval: approval.id }}
    >
      <strong>
        <UserText>{promptTitle(approval.prompt)}</UserText>
      </strong>
      <span className="quiet">
        {texts.version(approval.task_type, approval.task_type_version)} · {texts.asked}{' '}
        <When time={approval.created_at} /> ·{' '}
        {approval.status === 'pending' ? (
          <TimeLeft approval={approval} />
        ) : (
          <span className={`outcome-${approval.status}`}>
            {texts.outcomeBy(texts.outcome[approval.status], approval.decided_by)}
          </span>
        )}
      </span>
      {approval.status === 'pending' && <TimeBar approval={approval} />}
    </Link>
  );
}

function Nothing({ view }: { view: ApprovalsView }) {
  if (view === 'decided')
    return <Empty title={texts.noneDecidedTitle} about={texts.noneDecidedAbout} />;
  return <Empty title={texts.emptyTitle} about={texts.emptyAbout} command={texts.emptyCommand} />;
}

function inOrder(approvals: readonly Approval[], view: ApprovalsView): Approval[] {
  if (view === 'decided') return [...approvals];
  const end = ({ expires_at: expires }: Approval): number =>
    expires === null ? Infinity : Date.parse(expires);
  return approvals.toSorted((a, b) => (end(a) === end(b) ? 0 : end(a) - end(b)));
}
