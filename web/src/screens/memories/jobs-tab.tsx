import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { JOB_STATES, memoryJobsQuery, retryMemoryJob } from '../../api/memories.js';
import type { MemoryJob } from '../../api/types.js';
import { CodeText } from '../../parts/code-text.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { MoreButton } from '../../parts/more-button.js';
import { RowsTable } from '../../parts/rows-table.js';
import { RunLink } from '../../parts/run-link.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Upcoming } from '../../parts/upcoming.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts as all } from '../../texts/en/memories.js';

const texts = all.jobs;

/** Jobs that distil memories from runs, with their errors. */
export function JobsTab({ state }: { state: MemoryJob['state'] | undefined }) {
  const { project, may } = useProject();
  const navigate = useNavigate({ from: '/p/$project/memories' });
  const query = useInfiniteQuery(memoryJobsQuery(project.id, state));
  const jobs = query.data;
  const { run, state: head, came, attempts, next, actions } = texts.columns;
  return (
    <div className="column settings">
      <p className="quiet">
        <CodeText>{texts.about}</CodeText>
      </p>
      <form className="filters" role="search" aria-label={texts.filters}>
        <select
          aria-label={texts.state}
          value={state ?? ''}
          onChange={({ target }) => {
            const found = JOB_STATES.find((one) => one === target.value);
            void navigate({ search: { tab: 'jobs', ...(found && { state: found }) } });
          }}
        >
          <option value="">{texts.anyState}</option>
          {JOB_STATES.map((one) => (
            <option key={one} value={one}>
              {texts.states[one]}
            </option>
          ))}
        </select>
      </form>
      {query.isPending && <Skeleton label={all.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {jobs?.length === 0 &&
        (state === undefined ? (
          <Empty title={texts.none} about={texts.noneAbout} />
        ) : (
          <Empty title={texts.noneMatch} about={texts.states[state]}>
            <Link from="/p/$project/memories" to="." search={{ tab: 'jobs' }}>
              {texts.clear}
            </Link>
          </Empty>
        ))}
      {jobs !== undefined && jobs.length > 0 && (
        <RowsTable
          label={texts.list}
          columns={[run, head, came, attempts, next]}
          actions={may('memories:write') && actions}
        >
          {jobs.map((job) => (
            <Row key={job.task_id} job={job} />
          ))}
        </RowsTable>
      )}
      {query.hasNextPage && (
        <div className="buttons">
          <MoreButton query={query}>{texts.more}</MoreButton>
        </div>
      )}
    </div>
  );
}

function Row({ job }: { job: MemoryJob }) {
  const { project, may } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const { task_id: task, state, error: why, candidates, admitted, next_attempt_at: next } = job;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <RunLink project={project.slug} id={task}>
          {task.slice(0, 8)}
        </RunLink>
      </td>
      <td role="cell">{texts.states[state]}</td>
      <td role="cell" className="cell-about">
        {why !== null && <span className="field-error">{visibleText(why)}</span>}
        {candidates !== null && texts.came(candidates, admitted ?? 0)}
      </td>
      <td role="cell">{job.attempts}</td>
      <td role="cell">{next !== null && <Upcoming time={next} />}</td>
      {may('memories:write') && (
        <td role="cell" className="cell-actions">
          {state !== 'done' && (
            <button
              type="button"
              className="small"
              disabled={busy}
              aria-label={all.of(texts.retry, task.slice(0, 8))}
              onClick={() =>
                void run(async () => {
                  await retryMemoryJob(project.id, task);
                  await client.invalidateQueries({ queryKey: ['memories', project.id] });
                })
              }
            >
              {texts.retry}
            </button>
          )}
          {error !== null && <ErrorNote error={error} />}
        </td>
      )}
    </tr>
  );
}
