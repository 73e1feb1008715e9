import type { MouseEvent } from 'react';
import type { Task } from '../api/types.js';
import { texts } from '../texts/en.js';
import { duration } from '../texts/en/format.js';
import { texts as values } from '../texts/en/values.js';
import { useOpenRun } from './run-link.js';

const HEIGHT = 22;
const LEAST = 3;

/**
 * Runs as bars, the oldest first: the height is how long each took, the colour how it ended. It is a picture: bars are too narrow to be
 * links, so a list has to stand elsewhere. A click of a mouse opens a run all the same.
 */
export function RunBars({ tasks, project }: { tasks: readonly Task[]; project: string }) {
  const openRun = useOpenRun();
  const took = tasks.map(lasted);
  const longest = Math.max(1, ...took);
  const failed = tasks.filter(({ status }) => status === 'failed').length;
  const open = ({ target }: MouseEvent): void => {
    const id =
      target instanceof Element ? target.closest('[data-id]')?.getAttribute('data-id') : null;
    if (id != null) void openRun(project, id);
  };
  return (
    <span
      className="run-bars"
      role="img"
      aria-label={values.runBars(tasks.length, failed)}
      onClick={open}
    >
      {tasks.map((task, index) => {
        const ms = took[index] ?? 0;
        return (
          <span
            key={task.id}
            data-id={task.id}
            className={`run-bar status-${task.status}`}
            title={`${texts.run.status[task.status]} · ${duration(ms)}`}
          >
            <span style={{ blockSize: Math.max(LEAST, Math.round((HEIGHT * ms) / longest)) }} />
          </span>
        );
      })}
    </span>
  );
}

function lasted({ started_at: started, finished_at: finished }: Task): number {
  if (started === null || finished === null) return 0;
  return Math.max(0, Date.parse(finished) - Date.parse(started));
}
