import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import type { RunsFilter } from '../../api/runs-filter.js';
import { runsQuery } from '../../api/runs.js';
import { meQuery } from '../../api/session.js';
import { statsQuery } from '../../api/stats.js';
import type { Me, MyProject } from '../../api/types.js';
import { useBulkLive } from '../../live/use-bulk-live.js';
import { useRunsLive } from '../../live/use-runs-live.js';
import { useStatsLive } from '../../live/use-stats-live.js';
import { Dimmed } from '../../parts/dimmed.js';
import { ErrorNote } from '../../parts/error-note.js';
import { keptRows } from '../../parts/kept-rows.js';
import { rememberList } from '../../parts/last-list.js';
import { Page } from '../../parts/page.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { texts } from '../../texts/en.js';
import { listTexts } from '../../texts/en/runs.js';
import { BulkStrip } from './bulk-strip.js';
import { chooseColumns, resolveColumns } from './columns.js';
import { ColumnsMenu } from './columns-menu.js';
import { countByStatus } from './histogram-range.js';
import { DraftsNote } from './drafts-note.js';
import { Histogram } from './histogram.js';
import { useMakers } from './maker-field.js';
import { NoRuns } from './no-runs.js';
import { RunsFilters } from './runs-filters.js';
import { selectRunsFilter, selectRunsLook, type RunsSearch } from './runs-search.js';
import { RunsTable } from './runs-table.js';
import { StatusChips } from './status-chips.js';
import { useNewRuns } from './use-new-runs.js';
import { useRunActions } from './use-run-actions.js';
import { ViewsBar } from './views-bar.js';

/** Runs of a project, newest first, updated by its live events. */
export function RunsScreen() {
  const { data: me } = useQuery(meQuery);
  const { project: slug } = useParams({ from: '/signed-in/p/$project/runs' });
  const project = me?.projects.find((one) => one.slug === slug || one.id === slug);
  return me === undefined || project === undefined ? null : (
    <ProjectRuns me={me} project={project} key={project.id} />
  );
}

function ProjectRuns({ me, project }: { me: Me; project: MyProject }) {
  const { id, slug } = project;
  const search = useSearch({ from: '/signed-in/p/$project/runs' });
  const filter = selectRunsFilter(search);
  const { bulk, ...look } = selectRunsLook(search);
  const { fold, cols } = look;
  const navigate = useNavigate();
  const query = useInfiniteQuery({
    ...runsQuery(id, filter),
    placeholderData: (before) => keptRows(before, (page) => page.tasks),
  });
  const stats = useQuery(statsQuery(id, filter));
  const { newer, showNewer, note } = useNewRuns(id, filter);
  useEffect(() => rememberList(slug, { ...filter, ...look }));
  useRunsLive(id, note);
  useStatsLive(id);
  useBulkLive(id);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const tasks = useMemo(() => data?.pages.flatMap((page) => page.tasks), [data]);
  const makers = useMakers(me, tasks);
  const columns = resolveColumns(cols);
  const readMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const mayReadMore = hasNextPage && !isFetchingNextPage && !query.isFetchNextPageError;
  const change = (next: RunsSearch): void =>
    void navigate({
      to: '/p/$project/runs',
      params: { project: slug },
      search: next,
      replace: true,
    });
  /** Applies a filter, and leaves the named view, which no longer matches. */
  const narrow = (next: RunsFilter): void => {
    const { view: _, ...others } = selectRunsLook(search);
    change({ ...next, ...others });
  };
  const show = (next: Changes): void => {
    const { view: _, unknown: __, ...others } = search;
    change(defined({ ...others, ...next }));
  };
  const actions = useRunActions({
    project,
    filter,
    tasks,
    onStarted: (started) => show({ bulk: started, view: search.view }),
  });
  return (
    <Page
      title={texts.runs}
      live
      beside={
        <ViewsBar me={me} project={slug} search={search} onName={(name) => show({ view: name })} />
      }
      actions={
        <div className="runs-tools">
          <ColumnsMenu
            columns={columns}
            onChange={(chosen) => show({ cols: chooseColumns(chosen) })}
          />
          <button type="button" onClick={actions.exportList}>
            {listTexts.export.button}
          </button>
          <Link className="button" to="/p/$project/bulk" params={{ project: slug }}>
            {listTexts.operations}
          </Link>
        </div>
      }
    >
      {filter.drafts === true ? (
        <DraftsNote projectId={id} mayDelete={me.role !== 'viewer' && project.role !== 'viewer'} />
      ) : (
        <Histogram
          stats={stats.data}
          filter={filter}
          onNarrow={(range) => {
            const { since: _, until: __, ...others } = filter;
            narrow({ ...others, ...range });
          }}
        />
      )}
      <StatusChips
        filter={filter}
        // The figures do not include drafts.
        counts={stats.data == null || filter.drafts === true ? null : countByStatus(stats.data)}
        onChange={narrow}
      />
      <RunsFilters
        project={id}
        filter={filter}
        folds={fold !== false}
        makers={makers}
        onChange={narrow}
        onFold={(folds) => show({ fold: folds ? undefined : false })}
      />
      <UnknownParameters names={search.unknown} />
      {bulk !== undefined && (
        <BulkStrip
          key={bulk}
          project={project}
          id={bulk}
          onHide={() => show({ bulk: undefined, view: search.view })}
        />
      )}
      {newer > 0 && (
        <button className="newer" type="button" onClick={showNewer}>
          {texts.run.newer(newer)}
        </button>
      )}
      {query.isError && tasks === undefined && (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      )}
      {tasks?.length === 0 && <NoRuns filter={filter} onClear={() => narrow({})} />}
      {(tasks === undefined ? !query.isError : tasks.length > 0) && (
        <Dimmed busy={query.isPlaceholderData}>
          <RunsTable
            tasks={tasks ?? null}
            folds={fold !== false}
            columns={columns}
            selection={actions.selection}
            onSelect={actions.select}
            onKey={actions.onKey}
            onEnd={mayReadMore ? readMore : undefined}
          />
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
      {actions.parts}
    </Page>
  );
}

/** Changes to a search; undefined removes a member. */
type Changes = { [Name in keyof RunsSearch]: RunsSearch[Name] | undefined };

/** Returns a search without its undefined members. */
function defined(search: Changes): RunsSearch {
  const members = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members);
}
