import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { againQuery } from '../../api/again.js';
import { metaTaskQuery } from '../../api/meta-tasks.js';
import { toRequestError } from '../../api/request-error.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { RunLink } from '../../parts/run-link.js';
import { Skeleton } from '../../parts/skeleton.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/again.js';
import { AgainForm } from './again-form.js';

/** Screen that starts a run again: with a chosen version, params and first step. */
export function AgainScreen() {
  const { project, may } = useProject();
  const { task } = useParams({ from: '/signed-in/p/$project/runs/$task/again' });
  const search = useSearch({ from: '/signed-in/p/$project/runs/$task/again' });
  const query = useQuery(againQuery(project.id, task));
  const type = query.data?.run.task_type ?? '';
  const metaTask = useQuery({ ...metaTaskQuery(project.id, type), enabled: type !== '' });
  const failed = [query, metaTask].find(({ isError }) => isError);
  return (
    <Page
      title={texts.title(visibleText(query.data?.run.name ?? ''))}
      lead={
        <RunLink className="back" project={project.slug} id={task}>
          {texts.back}
        </RunLink>
      }
    >
      <UnknownParameters names={search.unknown} />
      {failed &&
        (toRequestError(failed.error).status === 404 ? (
          <Empty title={texts.back} about={texts.gone(task)} />
        ) : (
          <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
        ))}
      {!failed && !(query.data && metaTask.data) && <Skeleton label={texts.loading} />}
      {query.data &&
        metaTask.data &&
        (may('tasks:write') ? (
          <AgainForm {...query.data} metaTask={metaTask.data} search={search} />
        ) : (
          <p className="note">{texts.mayNot}</p>
        ))}
    </Page>
  );
}
