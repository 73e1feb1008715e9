import { Link, useNavigate } from '@tanstack/react-router';
import { STATUSES, type Task } from '../api/types.js';
import { texts } from '../texts/en.js';
import { duration } from '../texts/en/format.js';
import { partTexts } from '../texts/en/parts.js';

const HEIGHT = 22;
const LEAST = 3;

/**
 * Runs of a meta-task as bars, newest last: the height shows the duration, the colour the status. A click on a bar
 * opens its run; the rest links to the list of runs.
 */
export function Bars({
  tasks,
  project,
  type,
  current,
}: {
  tasks: readonly Task[];
  project: string;
  /** Identifier of the meta-task. */
  type: string;
  /** Id of the marked run. */
  current?: string;
}) {
  const navigate = useNavigate();
  const took = tasks.map(lasted);
  const longest = Math.max(1, ...took);
  const ends = STATUSES.map((status) => {
    const count = tasks.filter((task) => task.status === status).length;
    return count === 0 ? '' : `${count} ${texts.run.status[status]}`;
  });
  return (
    <Link
      className="bars"
      to="/p/$project/runs"
      params={{ project }}
      search={{ type }}
      aria-label={partTexts.barsOf(ends.filter(Boolean).join(', '))}
      onClick={(event) => {
        const task = event.target instanceof Element ? event.target.closest('[data-task]') : null;
        const id = task?.getAttribute('data-task');
        if (id == null) return;
        event.preventDefault();
        void navigate({ to: '/p/$project/runs/$task', params: { project, task: id } });
      }}
    >
      {tasks.map((task, index) => (
        <span
          key={task.id}
          data-task={task.id}
          className={`bar-of-run status-${task.status}`}
          title={`${texts.run.status[task.status]} · ${duration(took[index] ?? 0)}`}
        >
          <span
            className={task.id === current ? 'current' : undefined}
            style={{ blockSize: computeBarHeight(took[index] ?? 0, longest) }}
          />
        </span>
      ))}
    </Link>
  );
}

function computeBarHeight(ms: number, longest: number): number {
  return Math.max(LEAST, Math.round((HEIGHT * ms) / longest));
}

function lasted({ started_at: started, finished_at: finished }: Task): number {
  if (started === null) return 0;
  return Math.max(0, (finished === null ? Date.now() : Date.parse(finished)) - Date.parse(started));
}
