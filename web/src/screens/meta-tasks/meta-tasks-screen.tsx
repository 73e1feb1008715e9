import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { metaTasksQuery } from '../../api/meta-tasks.js';
import type { ListedMetaTask } from '../../api/types.js';
import { Dimmed } from '../../parts/dimmed.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { keptRows } from '../../parts/kept-rows.js';
import { MoreButton } from '../../parts/more-button.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/meta-tasks.js';
import { MetaTasksFilters } from './meta-tasks-filters.js';
import type { MetaTasksFilter } from './meta-tasks-search.js';
import { MetaTasksTable } from './meta-tasks-table.js';

const FROM = '/signed-in/p/$project/meta-tasks';

/** Meta-tasks of a project, newest first. */
export function MetaTasksScreen() {
  const { project, is } = useProject();
  const { unknown, ...filter } = useSearch({ from: FROM });
  const navigate = useNavigate();
  const query = useInfiniteQuery({
    ...metaTasksQuery(project.id, filter.archived === true, filter.q),
    // The previous rows stay visible while the rows of another filter are loaded.
    placeholderData: (before) => keptRows(before, ({ items }) => items),
  });
  const all = query.data;
  const shown = all?.filter((one) => matches(one, filter));
  const hiding = [filter.q, filter.lang].filter((one) => one !== undefined);
  const change = (search: MetaTasksFilter): void =>
    void navigate({
      to: '/p/$project/meta-tasks',
      params: { project: project.slug },
      search,
      replace: true,
    });
  return (
    <Page
      title={texts.title}
      actions={
        is('author') && (
          <Link
            className="button primary"
            to="/p/$project/meta-tasks/new"
            params={{ project: project.slug }}
          >
            {texts.create}
          </Link>
        )
      }
    >
      <MetaTasksFilters filter={filter} onChange={change} />
      <UnknownParameters names={unknown} />
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton rows={8} label={texts.loading} />}
      {all?.length === 0 && hiding.length === 0 && (
        <Empty title={texts.emptyTitle} about={texts.emptyAbout} command={texts.emptyCommand} />
      )}
      {shown?.length === 0 && hiding.length > 0 && (
        <Empty title={texts.filteredTitle} about={texts.filteredAbout(hiding.join(', '))}>
          <button type="button" onClick={() => change({})}>
            {texts.clear}
          </button>
        </Empty>
      )}
      {shown !== undefined && shown.length > 0 && (
        <Dimmed busy={query.isPlaceholderData}>
          <MetaTasksTable metaTasks={shown} project={project.slug} />
        </Dimmed>
      )}
      <MoreButton query={query}>
        {query.isFetchingNextPage ? texts.loadingMore : texts.more}
      </MoreButton>
    </Page>
  );
}

function matches(one: ListedMetaTask, { lang }: MetaTasksFilter): boolean {
  return lang === undefined || (one.execution_mode === 'script' && one.script_language === lang);
}
