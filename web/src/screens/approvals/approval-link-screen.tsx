import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { readApproval } from '../../api/approvals.js';
import { toRequestError } from '../../api/request-error.js';
import { meQuery } from '../../api/session.js';
import type { MyProject } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { texts } from '../../texts/en/approvals.js';

/** Redirects from the address of an approval without its project to the approval in its project. */
export function ApprovalLinkScreen() {
  const { approval: id } = useParams({ from: '/signed-in/a/$approval' });
  const projects = useQuery(meQuery).data?.projects ?? [];
  const query = useQuery({
    queryKey: ['project of approval', id],
    queryFn: ({ signal }) => findApprovalProject(id, projects, signal),
    staleTime: Infinity,
  });
  if (query.data)
    return (
      <Navigate
        to="/p/$project/approvals/$approval"
        params={{ project: query.data, approval: id }}
        replace
      />
    );
  return (
    <Page title={texts.title}>
      {query.isPending && <Skeleton label={texts.loadingOne} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data === null && <Empty title={texts.title} about={texts.gone(id)} />}
    </Page>
  );
}

/** Returns the slug of the project that has the approval; null if none of the user's projects has it. */
async function findApprovalProject(
  id: string,
  projects: readonly MyProject[],
  signal: AbortSignal,
): Promise<string | null> {
  for (const project of projects) {
    try {
      await readApproval(project.id, id, signal);
      return project.slug;
    } catch (error) {
      if (toRequestError(error).status !== 404) throw error;
    }
  }
  return null;
}
