import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { approvalsQuery, MOST_APPROVALS } from '../../api/approvals.js';
import { texts } from '../../texts/en.js';

/** Links to the screens of a project. In a narrow window, all but the first three are behind "More". */
export function Navigation({ project, projectId }: { project: string; projectId?: string }) {
  const params = { project };
  return (
    <nav aria-label={texts.navigation}>
      <Link to="/p/$project" params={params} activeOptions={{ exact: true }}>
        {texts.now}
      </Link>
      <Link to="/p/$project/runs" params={params}>
        {texts.runs}
      </Link>
      <Link to="/p/$project/approvals" params={params}>
        {texts.approvals}
        {projectId !== undefined && <WaitingCount projectId={projectId} />}
      </Link>
      <Link className="nav-more" to="/p/$project/meta-tasks" params={params}>
        {texts.metaTasks}
      </Link>
      <Link className="nav-more" to="/p/$project/schedules" params={params}>
        {texts.schedules}
      </Link>
      <Link className="nav-more" to="/p/$project/files" params={params}>
        {texts.files}
      </Link>
      <Link className="nav-more" to="/p/$project/webhooks" params={params}>
        {texts.webhooks}
      </Link>
      <Link className="nav-more" to="/p/$project/memories" params={params}>
        {texts.memories}
      </Link>
      <Link className="nav-more" to="/p/$project/usage" params={params}>
        {texts.usage}
      </Link>
      <Link className="nav-more" to="/p/$project/settings" params={params}>
        {texts.settings}
      </Link>
    </nav>
  );
}

/** Number of waiting approvals. */
function WaitingCount({ projectId }: { projectId: string }) {
  const count = useQuery(approvalsQuery(projectId, 'waiting')).data?.length ?? 0;
  if (count === 0) return null;
  const shown = count < MOST_APPROVALS ? String(count) : `${count}+`;
  return (
    <>
      {' '}
      <span className="waiting-count">{shown}</span>
    </>
  );
}
