import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { auditExport, auditQuery } from '../../api/audit.js';
import { Dimmed } from '../../parts/dimmed.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { keptRows } from '../../parts/kept-rows.js';
import { MoreButton } from '../../parts/more-button.js';
import { Skeleton } from '../../parts/skeleton.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/audit.js';
import { AuditFilters } from './audit-filters.js';
import { AuditTable } from './audit-table.js';
import { SettingsPage } from './settings-page.js';

/** Audit log of the project: changes, and who made them. */
export function AuditScreen() {
  return (
    <SettingsPage needs="admin">
      <Audit />
    </SettingsPage>
  );
}

function Audit() {
  const { project } = useProject();
  const { unknown, ...filter } = useSearch({ from: '/signed-in/p/$project/settings/audit' });
  const query = useInfiniteQuery({
    ...auditQuery(project.id, filter),
    placeholderData: (before) => keptRows(before, ({ items }) => items),
  });
  const records = query.data;
  return (
    <>
      <p className="quiet">{texts.about}</p>
      <UnknownParameters names={unknown} />
      <AuditFilters filter={filter} />
      {query.isPending && <Skeleton label={texts.loading} />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {records?.length === 0 && <Nothing filtered={Object.keys(filter).length > 0} />}
      {records !== undefined && records.length > 0 && (
        <Dimmed busy={query.isPlaceholderData}>
          <AuditTable records={records} filter={filter} />
        </Dimmed>
      )}
      <div className="buttons">
        <MoreButton query={query}>{texts.more}</MoreButton>
        <a className="button" href={auditExport(project.id, filter)} download="audit.jsonl">
          {texts.export}
        </a>
        <span className="quiet">{texts.exportNote}</span>
      </div>
    </>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (!filtered) return <Empty title={texts.none} about={texts.noneAbout} />;
  return (
    <Empty title={texts.noneMatch} about={texts.noneMatchAbout}>
      <Link from="/p/$project/settings/audit" to="." search={{}}>
        {texts.clear}
      </Link>
    </Empty>
  );
}
