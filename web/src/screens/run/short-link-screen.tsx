import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { projectOfTask } from '../../api/run.js';
import { meQuery } from '../../api/session.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { runTexts } from '../../texts/en/run.js';

/** Redirects from the short address of a run to its page in its project. */
export function ShortLinkScreen() {
  const { task } = useParams({ from: '/signed-in/r/$task' });
  const projects = useQuery(meQuery).data?.projects.map(({ slug }) => slug) ?? [];
  const found = useQuery({
    queryKey: ['project-of', task, projects],
    queryFn: () => projectOfTask(projects, task),
  });
  if (typeof found.data === 'string')
    return <Navigate to="/p/$project/runs/$task" params={{ project: found.data, task }} replace />;
  if (found.isPending) return <Page title={runTexts.loading}>{null}</Page>;
  return (
    <Page title={runTexts.gone.title}>
      {found.isError ? (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Empty title={runTexts.gone.title} about={runTexts.gone.nowhere(task)} />
      )}
    </Page>
  );
}
