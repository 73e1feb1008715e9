import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readRuns, type Runs, type RunsFilter, runsQuery } from '../../api/runs.js';
import type { Me, MyProject } from '../../api/types.js';
import { withHead } from '../../live/task-change.js';
import { useRunsLive } from '../../live/use-runs-live.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { LiveMark } from '../../parts/live-mark.js';
import { Page } from '../../parts/page.js';
import { texts } from '../../texts/en.js';
import { RunsFilters } from './runs-filters.js';
import { RunsTable } from './runs-table.js';

/** New tasks come at most so often into the list. */
const HEAD_MS = 250;

/** The runs of a project, newest first, kept up to date by its events. */
export function RunsScreen({ me }: { me: Me }) {
  const { project: slug } = useParams({ from: '/signed-in/p/$project/runs' });
  const project = me.projects.find((one) => one.slug === slug || one.id === slug);
  return project === undefined ? null : (
    <RunsOf project={project} sessionId={me.session?.id} key={project.id} />
  );
}

function RunsOf({
  project: { id, slug },
  sessionId,
}: {
  project: MyProject;
  sessionId: string | undefined;
}) {
  const { unknown, ...filter } = useSearch({ from: '/signed-in/p/$project/runs' });
  const navigate = useNavigate();
  const query = useInfiniteQuery(runsQuery(id, filter));
  const { newer, showNewer, note } = useNewRuns(id, filter);
  const live = useRunsLive(id, sessionId, note);
  const tasks = query.data?.pages.flatMap((page) => page.tasks);
  const change = (next: RunsFilter): void =>
    void navigate({
      to: '/p/$project/runs',
      params: { project: slug },
      search: next,
      replace: true,
    });
  return (
    <Page title={texts.runs} actions={<LiveMark state={live} />}>
      <RunsFilters filter={filter} onChange={change} />
      {unknown !== undefined && (
        <p className="quiet" role="status">
          {texts.run.unknownParameters(unknown)}
        </p>
      )}
      {newer > 0 && (
        <button className="newer" type="button" onClick={showNewer}>
          {texts.run.newer(newer)}
        </button>
      )}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {tasks === undefined && !query.isError && <RunsTable tasks={null} />}
      {tasks?.length === 0 && <NoRuns filter={filter} onClear={() => change({})} />}
      {tasks !== undefined && tasks.length > 0 && <RunsTable tasks={tasks} />}
      {query.hasNextPage && (
        <button
          className="more"
          type="button"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? texts.run.loadingMore : texts.run.more}
        </button>
      )}
    </Page>
  );
}

function NoRuns({ filter, onClear }: { filter: RunsFilter; onClear: () => void }) {
  const hiding = Object.values(filter);
  if (hiding.length === 0)
    return (
      <Empty
        title={texts.run.emptyTitle}
        about={texts.run.emptyAbout}
        command={texts.run.emptyCommand}
      />
    );
  return (
    <Empty title={texts.run.filteredTitle} about={texts.run.filteredAbout(hiding.join(', '))}>
      <button type="button" onClick={onClear}>
        {texts.run.clear}
      </button>
    </Empty>
  );
}

/**
 * Reads the newest runs when there are events of runs that the list does not have. Away from the top of the list it only counts them, so
 * that what is being read does not move.
 */
function useNewRuns(
  projectId: string,
  filter: RunsFilter,
): { newer: number; showNewer: () => void; note: (ids: ReadonlySet<string>) => void } {
  const client = useQueryClient();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef(filter);
  useEffect(() => {
    wanted.current = filter;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const read = useCallback(async () => {
    timer.current = undefined;
    const now = wanted.current;
    const { tasks } = await readRuns(projectId, now, null);
    client.setQueryData<Runs>(
      runsQuery(projectId, now).queryKey,
      (runs) => runs && withHead(runs, tasks),
    );
    setSeen(new Set());
  }, [client, projectId]);
  const note = useCallback(
    (ids: ReadonlySet<string>) => {
      if (scrollY === 0)
        timer.current ??= setTimeout(() => void read().catch(() => undefined), HEAD_MS);
      // Which of them a filter hides is known only to the server.
      else if (Object.keys(wanted.current).length === 0)
        setSeen((before) => new Set([...before, ...ids]));
    },
    [read],
  );
  const showNewer = useCallback(() => {
    scrollTo({ top: 0 });
    void read().catch(() => undefined);
  }, [read]);
  return { newer: seen.size, showNewer, note };
}
