import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { schedulesQuery } from '../../api/schedules.js';
import type { Schedule } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { MoreButton } from '../../parts/more-button.js';
import { Page } from '../../parts/page.js';
import { ScheduleActions, ScheduleTimes } from '../../parts/schedule.js';
import { Skeleton } from '../../parts/skeleton.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { Upcoming } from '../../parts/upcoming.js';
import { RowsTable } from '../../parts/rows-table.js';
import { texts } from '../../texts/en/schedules.js';
import { ScheduleCalendar } from './schedule-calendar.js';
import { VIEWS } from './schedules-search.js';

/** Schedules of a project, sorted by next tick. */
export function SchedulesScreen() {
  const { project, is } = useProject();
  const { unknown, type, view = 'list' } = useSearch({ from: '/signed-in/p/$project/schedules' });
  const query = useInfiniteQuery(schedulesQuery(project.id));
  const schedules = query.data
    ?.filter((one) => type === undefined || one.task_type_identifier === type)
    .toSorted((a, b) => toNextTickTime(a) - toNextTickTime(b));
  return (
    <Page
      title={texts.title}
      actions={
        is('author') && (
          <Link
            className="button primary"
            to="/p/$project/schedules/new"
            params={{ project: project.slug }}
          >
            {texts.create}
          </Link>
        )
      }
    >
      <UnknownParameters names={unknown} />
      <nav className="switch" aria-label={texts.viewsLabel}>
        {VIEWS.map((one) => (
          <Link
            key={one}
            to="/p/$project/schedules"
            params={{ project: project.slug }}
            search={{
              ...(one !== 'list' && { view: one }),
              ...(type !== undefined && { type }),
            }}
            activeOptions={{ exact: true }}
            aria-current={one === view ? 'page' : undefined}
          >
            {texts.views[one]}
          </Link>
        ))}
      </nav>
      {view !== 'list' && <ScheduleCalendar key={view} view={view} type={type} />}
      {view === 'list' && query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {view === 'list' && schedules?.length === 0 && (
        <Empty title={texts.emptyTitle} about={texts.emptyAbout} command={texts.emptyCommand} />
      )}
      {view === 'list' && schedules !== undefined && schedules.length > 0 && (
        <Table schedules={schedules} />
      )}
      <MoreButton query={query}>{texts.more}</MoreButton>
    </Page>
  );
}

/** Returns the time of the next tick; a schedule without one sorts last. */
function toNextTickTime({ next_at: next }: Schedule): number {
  return next === null ? Number.MAX_SAFE_INTEGER : Date.parse(next);
}

function Table({ schedules }: { schedules: readonly Schedule[] }) {
  const { project, is } = useProject();
  const { columns } = texts;
  return (
    <RowsTable
      label={texts.list}
      columns={[columns.name, columns.type, columns.when, columns.next, columns.state]}
      actions={is('author') && columns.actions}
    >
      {schedules.map((one) => (
        <tr key={one.id} role="row">
          <td role="cell" className="cell-main">
            <Link
              to="/p/$project/schedules/$schedule"
              params={{ project: project.slug, schedule: one.id }}
            >
              <UserText>{one.name}</UserText>
            </Link>
            {one.last_error !== null && (
              <p className="field-error">
                {visibleText(texts.lastError(one.last_error, one.consecutive_failures))}
              </p>
            )}
          </td>
          <td role="cell">{one.task_type_identifier}</td>
          <td role="cell">
            <ScheduleTimes schedule={one} />
          </td>
          <td role="cell">
            {one.next_at === null ? texts.noNext : <Upcoming time={one.next_at} />}
          </td>
          <td role="cell">{texts.state[one.state]}</td>
          {is('author') && (
            <td role="cell" className="cell-actions">
              <ScheduleActions schedule={one} />
            </td>
          )}
        </tr>
      ))}
    </RowsTable>
  );
}
