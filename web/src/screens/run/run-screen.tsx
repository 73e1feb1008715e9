import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { toRequestError } from '../../api/request-error.js';
import { tasksQuery } from '../../api/related-runs.js';
import { attemptsQuery, runQuery } from '../../api/run.js';
import { meQuery } from '../../api/session.js';
import type { MyProject } from '../../api/types.js';
import { useRunLive } from '../../live/use-run-live.js';
import { Copy } from '../../parts/copy.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { lastList } from '../../parts/last-list.js';
import { KnownFiles } from '../../parts/known-files.js';
import { Page } from '../../parts/page.js';
import { Status } from '../../parts/status.js';
import { Tabs } from '../../parts/tabs.js';
import { useKeys } from '../../parts/use-keys.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en.js';
import { runTexts } from '../../texts/en/run.js';
import { AttemptsTab } from './attempts-tab.js';
import { DataTab } from './data-tab.js';
import { Facts } from './facts.js';
import { FilesTab } from './files-tab.js';
import { LogsTab } from './logs/logs-tab.js';
import { OverviewTab } from './overview/overview-tab.js';
import { PhaseBar } from './phase-bar.js';
import { RelatedTab } from './related-tab.js';
import { RunActions } from './run-actions.js';
import { useRunFiles } from './run-files.js';
import { RUN_TABS, type RunTab } from './run-search.js';
import { shortId, type Subject } from './subject.js';
import { TimelineTab } from './timeline/timeline-tab.js';
import { TranscriptTab } from './transcript-tab.js';

const RECENT = 20;
const NONE = { items: [], truncated: false };

/** Details of a run: its current state or its outcome, and tabs with everything else. */
export function RunScreen() {
  const { project: slug, task } = useParams({ from: '/signed-in/p/$project/runs/$task' });
  const project = useQuery(meQuery).data?.projects.find(
    (one) => one.slug === slug || one.id === slug,
  );
  return project === undefined ? null : <RunLoader project={project} id={task} key={task} />;
}

function RunLoader({ project, id }: { project: MyProject; id: string }) {
  const query = useQuery(runQuery(project.id, id));
  useRunLive(project.id, id);
  const back = useBack(project.slug);
  useKeys(useMemo(() => ({ Escape: back }), [back]));
  if (query.data !== undefined) return <Run subject={{ project, run: query.data }} />;
  if (query.error === null)
    return (
      <Page title={runTexts.loading} className="run" lead={<BackLink project={project} />}>
        <div className="skeleton run-skeleton" aria-busy="true">
          <span />
          <span />
          <span />
        </div>
      </Page>
    );
  const gone = toRequestError(query.error).status === 404;
  return (
    <Page title={gone ? runTexts.gone.title : shortId(id)} lead={<BackLink project={project} />}>
      {gone ? (
        <Empty title={runTexts.gone.title} about={runTexts.gone.about(id)}>
          <Link to="/p/$project/runs" params={{ project: project.slug }}>
            {runTexts.gone.toRuns}
          </Link>
        </Empty>
      ) : (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  );
}

function Run({ subject }: { subject: Subject }) {
  const { project, run } = subject;
  const attemptsRead = useQuery(attemptsQuery(project.id, run.id));
  const attempts = attemptsRead.data ?? NONE;
  const recent = useQuery(tasksQuery(project.id, { task_type: run.task_type }, RECENT)).data ?? [];
  const search = useSearch({ from: '/signed-in/p/$project/runs/$task' });
  const tab = search.tab ?? 'overview';
  const show = useShowTab();
  const files = useRunFiles(subject);
  return (
    <Page
      title={visibleText(run.name)}
      className="run"
      live
      lead={<BackLink project={project} />}
      beside={
        <>
          <Status of={run.status} />
          {run.status === 'running' && (
            <span className="quiet">{runTexts.facts.left(run.progress, run.eta_seconds)}</span>
          )}
          {run.cancel_requested_at !== null && run.finished_at === null && (
            <span className="quiet">{runTexts.cancelling.requested}</span>
          )}
          <span className="quiet run-id">
            <code>{shortId(run.id)}</code>
            <Copy text={run.id} label={runTexts.copyId} />
          </span>
        </>
      }
      actions={<RunActions subject={subject} />}
    >
      {search.unknown !== undefined && (
        <p className="quiet" role="status">
          {texts.run.unknownParameters(search.unknown)}
        </p>
      )}
      <PhaseBar subject={subject} attempt={attempts.items.at(-1)} recent={recent} />
      <Facts subject={subject} attempts={attempts.items} recent={recent} />
      <KnownFiles project={project.slug} files={files}>
        <Tabs label={runTexts.tabs.label} tabs={listTabs(subject)} shown={tab} onShow={show}>
          {tab === 'overview' && (
            <OverviewTab subject={subject} attempts={attempts.items} recent={recent} />
          )}
          {tab === 'timeline' && <TimelineTab subject={subject} attempts={attempts.items} />}
          {tab === 'logs' && <LogsTab subject={subject} />}
          {tab === 'data' && <DataTab subject={subject} />}
          {tab === 'attempts' && (
            <AttemptsTab subject={subject} query={attemptsRead} chosen={search.attempt} />
          )}
          {tab === 'transcript' && <TranscriptTab subject={subject} />}
          {tab === 'files' && <FilesTab subject={subject} />}
          {tab === 'related' && <RelatedTab subject={subject} />}
        </Tabs>
      </KnownFiles>
    </Page>
  );
}

function listTabs({ run }: Subject): { name: RunTab; label: string; count?: ReactNode }[] {
  return RUN_TABS.filter((name) => name !== 'transcript' || run.usage !== null).map((name) => ({
    name,
    label: runTexts.tabs[name],
    ...(name === 'attempts' && run.attempt > 1 && { count: run.attempt }),
  }));
}

/** Returns a function that shows a tab by changing the address, without the parameters of other tabs. */
function useShowTab(): (tab: RunTab) => void {
  const navigate = useNavigate({ from: '/p/$project/runs/$task' });
  const show = useMemo(
    () => (tab: RunTab) =>
      void navigate({
        to: '.',
        search: tab === 'overview' ? {} : { tab },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  useKeys(useMemo(() => ({ l: () => show('logs'), t: () => show('timeline') }), [show]));
  return show;
}

/** Returns a function that leads back to the list of runs as it was last shown. */
function useBack(project: string): () => void {
  const navigate = useNavigate();
  return useMemo(
    () => () =>
      void navigate({ to: '/p/$project/runs', params: { project }, search: lastList(project) }),
    [navigate, project],
  );
}

function BackLink({ project }: { project: MyProject }) {
  return (
    <Link
      className="back"
      to="/p/$project/runs"
      params={{ project: project.slug }}
      search={lastList(project.slug)}
    >
      {runTexts.back}
    </Link>
  );
}
