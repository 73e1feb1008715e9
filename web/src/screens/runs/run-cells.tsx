import type { Task } from '../../api/types.js';
import { UserText } from '../../parts/user-text.js';
import { texts } from '../../texts/en.js';

/** The line that counts about a run now: how far it is, why it failed, what it waits for, or what came of it. */
export function Matter({ task }: { task: Task }) {
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

/** The one who has asked for a run. */
export function StartedBy({ task: { created_by: by } }: { task: Task }) {
  if (by == null) return null;
  if (by.kind === 'schedule') return texts.run.by.schedule;
  if (by.kind === 'task') return texts.run.by.task;
  const name = by.name ?? by.id;
  return <UserText>{by.kind === 'api_key' ? texts.run.by.key(name) : name}</UserText>;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
