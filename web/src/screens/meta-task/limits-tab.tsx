import { useQuery } from '@tanstack/react-query';
import { runLimitsQuery } from '../../api/meta-tasks.js';
import type { MetaTask } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { useProject } from '../../parts/use-project.js';
import { Skeleton } from '../../parts/skeleton.js';
import { visibleText } from '../../parts/visible-text.js';
import { RowsTable } from '../../parts/rows-table.js';
import { texts } from '../../texts/en/meta-task.js';
import { LimitsForm } from './limits-form.js';
import { effectiveSettings } from './effective-settings.js';

/** Effective values of all limits, with their sources. */
export function LimitsTab({ metaTask }: { metaTask: MetaTask }) {
  const { project, is } = useProject();
  const isCurrent = metaTask.version === metaTask.current_version;
  const limits = useQuery(runLimitsQuery(project.id));
  const { columns } = texts.limits;
  if (limits.isError)
    return <ErrorNote error={limits.error} onRetry={() => void limits.refetch()} />;
  if (limits.isPending) return <Skeleton label={texts.loading} />;
  return (
    <div className="column">
      <RowsTable
        label={texts.limits.title}
        kind="limits"
        columns={[columns.what, columns.value, columns.from]}
      >
        {limits.data &&
          effectiveSettings(metaTask, limits.data).map(({ name, value, from, most }) => (
            <tr key={name} role="row">
              <td role="cell" className="cell-main">
                {texts.limits.names[name]} <code className="quiet">{name}</code>
              </td>
              <td role="cell">
                {visibleText(value)}{' '}
                {most !== null && <span className="quiet">({texts.limits.most(most)})</span>}
              </td>
              <td role="cell">{texts.limits[from]}</td>
            </tr>
          ))}
      </RowsTable>
      {is('author') && isCurrent && <LimitsForm key={metaTask.id} metaTask={metaTask} />}
    </div>
  );
}
