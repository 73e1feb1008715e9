import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { metaTaskQuery, setArchived } from '../../api/meta-tasks.js';
import { toRequestError } from '../../api/request-error.js';
import type { MetaTask } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Tabs } from '../../parts/tabs.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/meta-task.js';
import { CallTab } from './call-tab.js';
import { Figures } from './figures.js';
import { LimitsTab } from './limits-tab.js';
import { type MetaTaskSearch, type MetaTaskTab, TABS } from './meta-task-search.js';
import { RunsTab } from './runs-tab.js';
import { VersionsTab } from './versions-tab.js';
import { useChange } from './use-change.js';
import { RunForm } from './run-form.js';
import { JsonBlock } from '../../parts/value-view.js';
import { VersionImage } from './version-image.js';
import { SourceFiles } from './source-files.js';

const FROM = '/signed-in/p/$project/meta-tasks/$identifier';

/** Details of a meta-task, with a form to run it. */
export function MetaTaskScreen() {
  const { project } = useProject();
  const { identifier } = useParams({ from: FROM });
  const search = useSearch({ from: FROM });
  const query = useQuery(metaTaskQuery(project.id, identifier, search.version));
  const metaTask = query.data;
  return (
    <Page
      title={visibleText(metaTask?.name ?? identifier)}
      lead={
        <Link className="back" to="/p/$project/meta-tasks" params={{ project: project.slug }}>
          {texts.back}
        </Link>
      }
      actions={metaTask && <Facts metaTask={metaTask} project={project.slug} />}
    >
      <UnknownParameters names={search.unknown} />
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError &&
        (toRequestError(query.error).status === 404 ? (
          <Empty title={texts.back} about={texts.gone(identifier)} />
        ) : (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ))}
      {metaTask && <Whole metaTask={metaTask} search={search} />}
    </Page>
  );
}

function Facts({ metaTask, project }: { metaTask: MetaTask; project: string }) {
  const { identifier, version, current_version: current } = metaTask;
  const { is } = useProject();
  return (
    <>
      {metaTask.name !== identifier && <code className="quiet">{identifier}</code>}
      <span className="pill">
        {metaTask.execution_mode === 'agent'
          ? texts.agent
          : texts.languages[metaTask.script_language]}
      </span>
      <span className="pill">
        {version === current ? texts.current(version) : texts.notCurrent(version, current)}
      </span>
      {version !== current && (
        <Link to="/p/$project/meta-tasks/$identifier" params={{ project, identifier }}>
          {texts.toCurrent}
        </Link>
      )}
      {is('author') && metaTask.archived_at === null && metaTask.execution_mode === 'script' && (
        <Link
          className="button"
          to="/p/$project/meta-tasks/$identifier/edit"
          params={{ project, identifier }}
          search={version === current ? {} : { from: version }}
        >
          {texts.edit}
        </Link>
      )}
      {is('author') && <ArchiveButton key={metaTask.id} metaTask={metaTask} />}
    </>
  );
}

function Whole({ metaTask, search }: { metaTask: MetaTask; search: MetaTaskSearch }) {
  const { project } = useProject();
  const navigate = useNavigate();
  const { tab = 'run', version } = search;
  const show = (next: MetaTaskTab): void =>
    void navigate({
      to: '/p/$project/meta-tasks/$identifier',
      params: { project: project.slug, identifier: metaTask.identifier },
      search: {
        ...(next !== 'run' && { tab: next }),
        ...(version !== undefined && { version }),
      },
    });
  return (
    <>
      {metaTask.archived_at !== null && <p className="note">{texts.archived}</p>}
      {metaTask.description !== null && (
        <p className="lines" dir="auto">
          {visibleText(metaTask.description)}
        </p>
      )}
      <Figures metaTask={metaTask} />
      <Tabs
        label={texts.parts}
        tabs={TABS.map((name) => ({
          name,
          label: texts.tabs[name],
          ...(name === 'versions' && { count: metaTask.current_version }),
        }))}
        shown={tab}
        onShow={show}
      >
        {renderTab(tab, metaTask, search)}
      </Tabs>
    </>
  );
}

function renderTab(tab: MetaTaskTab, metaTask: MetaTask, search: MetaTaskSearch): ReactNode {
  switch (tab) {
    case 'run':
      return <RunTab metaTask={metaTask} key={metaTask.version} />;
    case 'runs':
      return <RunsTab metaTask={metaTask} />;
    case 'code':
      return <CodeTab metaTask={metaTask} />;
    case 'versions':
      return <VersionsTab metaTask={metaTask} search={search} />;
    case 'limits':
      return <LimitsTab metaTask={metaTask} />;
    case 'call':
      return <CallTab metaTask={metaTask} />;
  }
}

/** Button that archives or restores a meta-task. It needs no confirmation, since either action reverses the other. */
function ArchiveButton({ metaTask }: { metaTask: MetaTask }) {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, change, said } = useChange(metaTask.identifier);
  const isArchived = metaTask.archived_at !== null;
  const toggle = (): void =>
    change(async () => {
      const changed = await setArchived(project.id, metaTask, !isArchived);
      await client.invalidateQueries({ queryKey: ['meta-tasks', project.id] });
      return changed;
    });
  return (
    <>
      <button type="button" disabled={busy} onClick={toggle}>
        {isArchived ? texts.bringBack : texts.archive}
      </button>
      {said}
    </>
  );
}

/** Form to run the meta-task, or the reason why it cannot be run. */
function RunTab({ metaTask }: { metaTask: MetaTask }) {
  const { may } = useProject();
  if (metaTask.archived_at !== null) return null;
  if (metaTask.script === null) return <p className="note">{texts.run.noScript}</p>;
  if (!may('tasks:write')) return <p className="note">{texts.run.mayNot}</p>;
  return <RunForm metaTask={metaTask} />;
}

/** Source files, params schema, image and dependency lock of a version. */
function CodeTab({ metaTask }: { metaTask: MetaTask }) {
  const { script, params_schema: schema, params_schema_inferred: inferred } = metaTask;
  return (
    <div className="column">
      <VersionImage metaTask={metaTask} />
      {script === null ? <p>{texts.code.none}</p> : <SourceFiles metaTask={metaTask} />}
      {schema !== null && (
        <section className="panel" aria-labelledby="schema">
          <header>
            <h2 id="schema">{texts.code.schema}</h2>
            {inferred && <span className="quiet">{texts.code.inferred}</span>}
          </header>
          <JsonBlock value={schema} />
        </section>
      )}
      {metaTask.dependency_lock !== null && (
        <details className="panel">
          <summary>{texts.code.lock}</summary>
          <pre className="code-block" tabIndex={0} role="region" aria-label={texts.code.lock}>
            {visibleText(metaTask.dependency_lock)}
          </pre>
        </details>
      )}
    </div>
  );
}
