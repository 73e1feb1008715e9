import { Link } from '@tanstack/react-router';
import { isStatus, type ListedMetaTask } from '../../api/types.js';
import { RunLink } from '../../parts/run-link.js';
import { Spark } from '../../parts/spark.js';
import { Status } from '../../parts/status.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { RowsTable } from '../../parts/rows-table.js';
import { texts } from '../../texts/en/meta-tasks.js';

export function MetaTasksTable({
  metaTasks,
  project,
}: {
  metaTasks: readonly ListedMetaTask[];
  project: string;
}) {
  const { columns } = texts;
  return (
    <RowsTable
      label={texts.list}
      kind="meta-tasks"
      columns={[
        columns.name,
        columns.about,
        columns.lastRun,
        columns.runs,
        columns.language,
        columns.version,
        columns.changed,
      ]}
    >
      {metaTasks.map((one) => (
        <Row key={one.id} one={one} project={project} />
      ))}
    </RowsTable>
  );
}

function Row({ one, project }: { one: ListedMetaTask; project: string }) {
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <Link
          to="/p/$project/meta-tasks/$identifier"
          params={{ project, identifier: one.identifier }}
        >
          <UserText>{one.name}</UserText>
        </Link>{' '}
        {one.name !== one.identifier && <code className="quiet">{one.identifier}</code>}
        {one.archived_at !== null && <span className="pill">{texts.isArchived}</span>}
      </td>
      <td role="cell" className="cell-about">
        {one.description !== null && <UserText>{one.description.split('\n', 1)[0] ?? ''}</UserText>}
      </td>
      <td role="cell">
        <LastRun activity={one.activity} project={project} />
      </td>
      <td role="cell">
        <Spark runs={one.activity?.spark ?? []} />
      </td>
      <td role="cell">
        {one.execution_mode === 'agent' ? texts.agent : texts.languages[one.script_language]}
      </td>
      <td role="cell">{texts.version(one.current_version)}</td>
      <td role="cell">
        <When time={one.updated_at} />{' '}
        <span className="quiet">{texts.by(visibleText(one.created_by))}</span>
      </td>
    </tr>
  );
}

type Activity = NonNullable<ListedMetaTask['activity']> | undefined;

/** Status of the last run; for a failing meta-task, also the time at which it began to fail. */
function LastRun({ activity, project }: { activity: Activity; project: string }) {
  const last = activity?.last_run;
  if (activity === undefined || last == null || !isStatus(last.status)) return null;
  return (
    <>
      <RunLink project={project} id={last.id}>
        <Status of={last.status} />
      </RunLink>{' '}
      <When time={last.at} />
      {activity.failing_since !== null && (
        <p className="urgent">
          {texts.failingSince} <When time={activity.failing_since} />
        </p>
      )}
    </>
  );
}
