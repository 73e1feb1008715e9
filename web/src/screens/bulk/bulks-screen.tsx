import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bulksQuery } from '../../api/bulk.js';
import type { Bulk } from '../../api/types.js';
import { useLiveState } from '../../live/live-project.js';
import { useBulkLive } from '../../live/use-bulk-live.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { LiveMark } from '../../parts/live-mark.js';
import { MoreButton } from '../../parts/more-button.js';
import { Page } from '../../parts/page.js';
import { RowsTable } from '../../parts/rows-table.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { bulkTexts as texts } from '../../texts/en/bulk.js';
import { number } from '../../texts/en/format.js';

const { columns } = texts;

/** Bulk operations of a project, newest first. */
export function BulksScreen() {
  const { project } = useProject();
  const query = useInfiniteQuery(bulksQuery(project.id));
  const live = useLiveState();
  useBulkLive(project.id);
  const operations = query.data;
  return (
    <Page title={texts.title} actions={<LiveMark state={live} />}>
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && operations === undefined && (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      )}
      {operations?.length === 0 && (
        <Empty title={texts.emptyTitle} about={texts.emptyAbout}>
          <Link className="button" from="/p/$project/bulk" to="/p/$project/runs">
            {texts.toRuns}
          </Link>
        </Empty>
      )}
      {operations !== undefined && operations.length > 0 && (
        <>
          <RowsTable
            label={texts.list}
            kind="bulks"
            columns={[
              columns.action,
              columns.state,
              columns.done,
              columns.refused,
              columns.by,
              columns.at,
            ]}
          >
            {operations.map((bulk) => (
              <Row key={bulk.id} bulk={bulk} />
            ))}
          </RowsTable>
          <p className="quiet">{texts.kept}</p>
        </>
      )}
      <MoreButton query={query}>{texts.more}</MoreButton>
    </Page>
  );
}

function Row({ bulk }: { bulk: Bulk }) {
  const { id, action, name, state, done, total, refused_count: refused, version } = bulk;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <Link from="/p/$project/bulk" to="/p/$project/bulk/$bulk" params={{ bulk: id }}>
          {texts.named(action, name === null ? null : visibleText(name))}
        </Link>
        {version === 'current' && <span className="quiet"> {texts.withCurrent}</span>}
      </td>
      <td role="cell">{texts.state[state]}</td>
      <td role="cell">
        {number(done)} / {number(total)}
      </td>
      <td role="cell">{refused > 0 && <span className="error">{texts.refused(refused)}</span>}</td>
      <td role="cell" className="cell-about">
        {visibleText(bulk.created_by?.name ?? '')}
      </td>
      <td role="cell">
        <When time={bulk.created_at} />
      </td>
    </tr>
  );
}
