import { Link } from '@tanstack/react-router';
import type { Task } from '../../api/types.js';
import { Status } from '../../parts/status.js';
import { UserText } from '../../parts/user-text.js';
import { useNow, When } from '../../parts/when.js';
import { texts } from '../../texts/en.js';
import { duration } from '../../texts/en/format.js';

const SKELETONS = 12;

/** The list; null while it is read for the first time. */
export function RunsTable({ tasks }: { tasks: readonly Task[] | null }) {
  const { columns } = texts.run;
  // Said, since on a narrow screen rows are no rows of a table to the browser.
  return (
    <table role="table" className="runs" aria-label={texts.run.list} aria-busy={tasks === null}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {columns.status}
          </th>
          <th role="columnheader" scope="col">
            {columns.name}
          </th>
          <th role="columnheader" scope="col">
            {columns.type}
          </th>
          <th role="columnheader" scope="col">
            {columns.matter}
          </th>
          <th role="columnheader" scope="col">
            {columns.took}
          </th>
          <th role="columnheader" scope="col">
            {columns.created}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {tasks === null
          ? Array.from({ length: SKELETONS }, (_, index) => <SkeletonRow key={index} />)
          : tasks.map((task) => <Row key={task.id} task={task} />)}
      </tbody>
    </table>
  );
}

function SkeletonRow() {
  return (
    <tr className="skeleton" aria-hidden="true">
      <td colSpan={6}>
        <span />
      </td>
    </tr>
  );
}

function Row({ task }: { task: Task }) {
  return (
    <tr role="row" data-id={task.id}>
      <td role="cell" className="cell-status">
        <Status of={task.status} />
      </td>
      <td role="cell" className="cell-name">
        <Link from="/p/$project/runs" to="/p/$project/runs/$task" params={{ task: task.id }}>
          <UserText>{task.name}</UserText>
        </Link>
      </td>
      <td role="cell" className="cell-type">
        {task.task_type}
      </td>
      <td role="cell" className="cell-matter">
        <Matter task={task} />
      </td>
      <td role="cell" className="cell-took">
        <Took task={task} />
      </td>
      <td role="cell" className="cell-created">
        <When time={task.created_at} />
      </td>
    </tr>
  );
}

/** The line that counts about a run now: how far it is, or why it has failed. */
function Matter({ task }: { task: Task }) {
  if (task.status === 'failed' && task.error_message !== null)
    return (
      <span className="error">
        <UserText>{task.error_message.split('\n', 1)[0] ?? ''}</UserText>
      </span>
    );
  if (task.finished_at !== null) return null;
  return (
    <span className="phase">
      {task.status === 'running' && task.progress > 0 && (
        <progress max={100} value={task.progress} aria-label={texts.run.progress(task.progress)} />
      )}
      {task.current_phase !== null && <UserText>{task.current_phase}</UserText>}
    </span>
  );
}

function Took({ task: { started_at: started, finished_at: finished, status } }: { task: Task }) {
  const now = useNow();
  if (started === null || (finished === null && status !== 'running')) return null;
  const end = finished === null ? now : Date.parse(finished);
  return <>{duration(Math.max(0, end - Date.parse(started)))}</>;
}
