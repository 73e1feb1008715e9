import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { runsOfMetaTaskQuery } from '../../api/meta-tasks.js';
import type { MetaTask, Task } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { RunLink } from '../../parts/run-link.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Status } from '../../parts/status.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { When } from '../../parts/when.js';
import { RowsTable } from '../../parts/rows-table.js';
import { duration } from '../../texts/en/format.js';
import { texts } from '../../texts/en/meta-task.js';

/** Most recent runs, with a link to the list of all runs. */
export function RunsTab({ metaTask }: { metaTask: MetaTask }) {
  const { project } = useProject();
  const query = useQuery(runsOfMetaTaskQuery(project.id, metaTask.identifier));
  return (
    <div className="column">
      {query.isPending && <Skeleton label={texts.runs.list} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <p>{texts.noRuns}</p>}
      {query.data !== undefined && query.data.length > 0 && (
        <>
          <Table tasks={query.data} project={project.slug} />
          <Link
            to="/p/$project/runs"
            params={{ project: project.slug }}
            search={{ type: metaTask.identifier }}
          >
            {texts.runs.all}
          </Link>
        </>
      )}
    </div>
  );
}

function Table({ tasks, project }: { tasks: readonly Task[]; project: string }) {
  const { columns } = texts.runs;
  return (
    <RowsTable label={texts.runs.list} columns={Object.values(columns)}>
      {tasks.map((task) => (
        <tr key={task.id} role="row">
          <td role="cell">
            <Status of={task.status} />
          </td>
          <td role="cell" className="cell-main">
            <RunLink project={project} id={task.id}>
              <UserText>{task.name}</UserText>
            </RunLink>
          </td>
          <td role="cell">{took(task)}</td>
          <td role="cell">
            <When time={task.created_at} />
          </td>
        </tr>
      ))}
    </RowsTable>
  );
}

function took({ started_at: from, finished_at: to }: Task): string | null {
  return from === null || to === null ? null : duration(Date.parse(to) - Date.parse(from));
}
