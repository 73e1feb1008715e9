import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Task } from '../../api/types.js';
import { Status } from '../../parts/status.js';
import { UserText } from '../../parts/user-text.js';
import { useNow, When } from '../../parts/when.js';
import { texts } from '../../texts/en.js';
import { bytes, duration, number } from '../../texts/en/format.js';
import type { Column } from './columns.js';

const SHORT_ID = 8;

/** Cell of a run in a column. */
export function Cell({ column, task }: { column: Column; task: Task }): ReactNode {
  switch (column) {
    case 'status':
      return <Status of={task.status} />;
    case 'name':
      return (
        <Link from="/p/$project/runs" to="/p/$project/runs/$task" params={{ task: task.id }}>
          <UserText>{task.name}</UserText>
        </Link>
      );
    case 'type':
      return task.task_type_version === undefined
        ? task.task_type
        : `${task.task_type} v${task.task_type_version}`;
    case 'matter':
      return <Matter task={task} />;
    case 'by':
      return <StartedBy task={task} />;
    case 'attempt':
      return task.attempt === undefined ? null : number(task.attempt);
    case 'priority':
      return task.priority === undefined ? null : number(task.priority);
    case 'cpu':
      return task.cpu_ms == null ? null : duration(task.cpu_ms);
    case 'memory':
      return task.peak_memory_bytes == null ? null : bytes(task.peak_memory_bytes);
    case 'waited':
      return <Waited task={task} />;
    case 'took':
      return <Took task={task} />;
    case 'created':
      return <When time={task.created_at} />;
    case 'finished':
      return task.finished_at === null ? null : <When time={task.finished_at} />;
    case 'id':
    default:
      return (
        <code title={task.id}>
          {'…'}
          {task.id.slice(-SHORT_ID)}
        </code>
      );
  }
}

/** Most relevant line about a run: its progress, its error, what it waits for, or its result. */
function Matter({ task }: { task: Task }) {
  if (task.status === 'failed' && task.error_message !== null)
    return (
      <span className="error">
        <UserText>{firstLine(task.error_message)}</UserText>
      </span>
    );
  if (task.status === 'success')
    return task.result_summary == null ? null : (
      <span className="quiet">
        <UserText>{firstLine(task.result_summary)}</UserText>
      </span>
    );
  if (task.finished_at !== null) return null;
  const [wait] = task.status === 'waiting' ? (task.waiting_on ?? []) : [];
  if (wait !== undefined) return <UserText>{texts.run.waitsFor(wait.name)}</UserText>;
  if (task.status === 'pending')
    return (
      <span className="quiet">{task.pending && texts.run.pendingFor[task.pending.reason]}</span>
    );
  return (
    <span className={task.phase_overdue ? 'phase slow' : 'phase'}>
      {task.status === 'running' && task.progress > 0 && (
        <progress max={100} value={task.progress} aria-label={texts.run.progress(task.progress)} />
      )}
      {task.current_phase !== null && <UserText>{task.current_phase}</UserText>}
    </span>
  );
}

/** Actor that started a run. */
function StartedBy({ task: { created_by: by } }: { task: Task }) {
  if (by == null) return null;
  if (by.kind === 'schedule') return texts.run.by.schedule;
  if (by.kind === 'task') return texts.run.by.task;
  const name = by.name ?? by.id;
  return <UserText>{by.kind === 'api_key' ? texts.run.by.key(name) : name}</UserText>;
}

function Took({ task: { started_at: started, finished_at: finished, status } }: { task: Task }) {
  const now = useNow();
  if (started === null || (finished === null && status !== 'running')) return null;
  const end = finished === null ? now : Date.parse(finished);
  return duration(Math.max(0, end - Date.parse(started)));
}

/** Time between the moment a run was due and its first start. */
function Waited({
  task: { created_at: created, run_at: due, started_at: started },
}: {
  task: Task;
}) {
  if (started === null) return null;
  const since = Math.max(Date.parse(created), due === undefined ? 0 : Date.parse(due));
  return duration(Math.max(0, Date.parse(started) - since));
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
