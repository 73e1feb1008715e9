import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { bulkQuery, stopBulk } from '../../api/bulk.js';
import { toRequestError } from '../../api/request-error.js';
import type { BulkDetail } from '../../api/types.js';
import { useBulkLive } from '../../live/use-bulk-live.js';
import { BulkProgress } from '../../parts/bulk-progress.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Fact } from '../../parts/fact.js';
import { Page } from '../../parts/page.js';
import { RowsTable } from '../../parts/rows-table.js';
import { RunLink } from '../../parts/run-link.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { bulkTexts as texts } from '../../texts/en/bulk.js';

/** Bulk operation: its progress, and the runs that were refused, with reasons. */
export function BulkScreen() {
  const { bulk: id } = useParams({ from: '/signed-in/p/$project/bulk/$bulk' });
  const { project } = useProject();
  const query = useQuery(bulkQuery(project.id, id));
  useBulkLive(project.id);
  const { data: bulk, error } = query;
  const gone = error !== null && toRequestError(error).status === 404;
  const title =
    bulk === undefined
      ? texts.title
      : texts.named(bulk.action, bulk.name === null ? null : visibleText(bulk.name));
  return (
    <Page
      title={title}
      lead={
        <Link from="/p/$project/bulk/$bulk" to="/p/$project/bulk">
          {texts.back}
        </Link>
      }
      live
    >
      {query.isPending && <Skeleton label={texts.loading} rows={3} />}
      {gone && (
        <Empty title={texts.title} about={texts.gone(id)}>
          <Link className="button" from="/p/$project/bulk/$bulk" to="/p/$project/runs">
            {texts.toRuns}
          </Link>
        </Empty>
      )}
      {query.isError && !gone && (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      )}
      {bulk && <Detail project={project} bulk={bulk} />}
    </Page>
  );
}

function Detail({
  project,
  bulk,
}: {
  project: ReturnType<typeof useProject>['project'];
  bulk: BulkDetail;
}) {
  const client = useQueryClient();
  const { facts } = texts;
  return (
    <>
      <BulkProgress bulk={bulk} />
      <dl className="facts">
        <Fact name={facts.state}>
          {texts.state[bulk.state]}
          {bulk.version === 'current' && `, ${texts.withCurrent}`}
        </Fact>
        <Fact name={facts.by}>{visibleText(bulk.created_by?.name ?? '')}</Fact>
        <Fact name={facts.begun}>
          <When time={bulk.created_at} />
        </Fact>
        {bulk.finished_at !== null && (
          <Fact name={facts.ended}>
            <When time={bulk.finished_at} />
          </Fact>
        )}
      </dl>
      {bulk.state === 'running' && project.scopes.includes('tasks:write') && (
        <ConfirmButton
          label={texts.stop}
          title={texts.stopTitle}
          about={texts.stopAbout}
          small={false}
          action={async () => {
            const now = await stopBulk(project.id, bulk.id);
            client.setQueryData(bulkQuery(project.id, bulk.id).queryKey, now);
          }}
        />
      )}
      <Refusals slug={project.slug} bulk={bulk} />
    </>
  );
}

function Refusals({ slug, bulk }: { slug: string; bulk: BulkDetail }) {
  const words = texts.refusals;
  if (bulk.refused.length === 0)
    return bulk.state === 'running' || bulk.refused_count > 0 ? null : (
      <p className="quiet">{words.none}</p>
    );
  return (
    <section className="column" aria-labelledby="refused">
      <h2 id="refused">{words.title}</h2>
      {bulk.refused.length < bulk.refused_count && (
        <p className="quiet">{words.first(bulk.refused.length)}</p>
      )}
      <RowsTable label={words.list} columns={[words.run, words.why]}>
        {bulk.refused.map(({ task_id: task, code, detail }) => (
          <tr key={task} role="row">
            <td role="cell" className="cell-main">
              <RunLink project={slug} id={task}>
                <code>{task}</code>
              </RunLink>
            </td>
            <td role="cell" className="cell-about">
              <code>{code}</code> <UserText>{detail}</UserText>
            </td>
          </tr>
        ))}
      </RowsTable>
    </section>
  );
}
