import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RunsFilter } from '../../api/runs-filter.js';
import { readRuns, type Runs, runsQuery } from '../../api/runs.js';
import type { Me, MyProject, Task } from '../../api/types.js';
import { fits, mayBelong, NewTasks, withTasks } from '../../live/new-tasks.js';
import type { LiveEvent } from '../../live/task-change.js';
import { useRunsLive } from '../../live/use-runs-live.js';
import { Dimmed } from '../../parts/dimmed.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { keptRows } from '../../parts/kept-rows.js';
import { rememberList } from '../../parts/last-list.js';
import { Page } from '../../parts/page.js';
import { texts } from '../../texts/en.js';
import { RunsFilters } from './runs-filters.js';
import type { RunsSearch } from './runs-search.js';
import { RunsTable } from './runs-table.js';

/** The newest page is read at most so often, where events do not say enough. */
const HEAD_MS = 250;

/** The runs of a project, newest first, kept up to date by its events. */
export function RunsScreen({ me }: { me: Me }) {
  const { project: slug } = useParams({ from: '/signed-in/p/$project/runs' });
  const project = me.projects.find((one) => one.slug === slug || one.id === slug);
  return project === undefined ? null : <RunsOf project={project} key={project.id} />;
}

function RunsOf({ project: { id, slug } }: { project: MyProject }) {
  const { unknown, fold, ...filter } = useSearch({ from: '/signed-in/p/$project/runs' });
  const navigate = useNavigate();
  const query = useInfiniteQuery({
    ...runsQuery(id, filter),
    placeholderData: (before) => keptRows(before, (page) => page.tasks),
  });
  const { newer, showNewer, note } = useNewRuns(id, filter);
  useEffect(() => rememberList(slug, { ...filter, ...(fold === false && { fold }) }));
  useRunsLive(id, note);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const tasks = useMemo(() => data?.pages.flatMap((page) => page.tasks), [data]);
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const change = (next: RunsSearch): void =>
    void navigate({
      to: '/p/$project/runs',
      params: { project: slug },
      search: next,
      replace: true,
    });
  return (
    <Page title={texts.runs} live>
      <RunsFilters
        filter={filter}
        folds={fold !== false}
        onChange={(next) => change({ ...next, ...(fold === false && { fold }) })}
        onFold={(folds) => change({ ...filter, ...(!folds && { fold: false }) })}
      />
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
      {query.isError && tasks === undefined && (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      )}
      {tasks === undefined && !query.isError && <RunsTable tasks={null} />}
      {tasks?.length === 0 && <NoRuns filter={filter} onClear={() => change({})} />}
      {tasks !== undefined && tasks.length > 0 && (
        <Dimmed busy={query.isPlaceholderData}>
          <RunsTable tasks={tasks} folds={fold !== false} onEnd={readMore} />
        </Dimmed>
      )}
      {isFetchingNextPage && (
        <p className="quiet" role="status">
          {texts.run.loadingMore}
        </p>
      )}
      {query.isFetchNextPageError && (
        <button className="more" type="button" onClick={readMore}>
          {texts.run.more}
        </button>
      )}
    </Page>
  );
}

function NoRuns({ filter, onClear }: { filter: RunsFilter; onClear: () => void }) {
  const hiding = Object.values(filter).filter((value) => value !== false);
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
 * Adds runs to the list that it does not have: most are described by their events, only of others the newest page is read. Away from the
 * top of the list it counts them, so that what is being read does not move.
 */
function useNewRuns(
  projectId: string,
  filter: RunsFilter,
): { newer: number; showNewer: () => void; note: (events: readonly LiveEvent[]) => void } {
  const client = useQueryClient();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const described = useRef(new NewTasks());
  const wanted = useRef(filter);
  useEffect(() => {
    wanted.current = filter;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const add = useCallback(
    (tasks: readonly Task[]) => {
      const { queryKey } = runsQuery(projectId, wanted.current);
      client.setQueryData<Runs>(queryKey, (runs) => runs && withTasks(runs, tasks));
    },
    [client, projectId],
  );
  const read = useCallback(async () => {
    timer.current = undefined;
    const { tasks } = await readRuns(projectId, wanted.current, null);
    add(tasks);
    setSeen(new Set());
  }, [add, projectId]);
  const note = useCallback(
    (events: readonly LiveEvent[]) => {
      described.current.take(events);
      const ids = [...new Set(events.map(({ data }) => String(data['task_id'])))];
      const tasks = ids
        .flatMap((id) => described.current.get(id) ?? [])
        .filter((task) => fits(task, wanted.current));
      if (scrollY === 0) add(tasks);
      else if (tasks.length > 0)
        setSeen((before) => new Set([...before, ...tasks.map(({ id }) => id)]));
      const others = events.filter(
        ({ data }) => described.current.get(String(data['task_id'])) === undefined,
      );
      if (scrollY === 0 && others.some((event) => mayBelong(event, wanted.current)))
        timer.current ??= setTimeout(() => void read().catch(() => undefined), HEAD_MS);
    },
    [add, read],
  );
  const showNewer = useCallback(() => {
    scrollTo({ top: 0 });
    void read().catch(() => undefined);
  }, [read]);
  return { newer: seen.size, showNewer, note };
}
