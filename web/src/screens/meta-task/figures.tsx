import { useQuery } from '@tanstack/react-query';
import { runsOfMetaTaskQuery } from '../../api/meta-tasks.js';
import type { MetaTask, Task } from '../../api/types.js';
import { Bars } from '../../parts/bars.js';
import { ErrorNote } from '../../parts/error-note.js';
import { RunLink } from '../../parts/run-link.js';
import { Status } from '../../parts/status.js';
import { useProject } from '../../parts/use-project.js';
import { When } from '../../parts/when.js';
import { duration } from '../../texts/en/format.js';
import { texts } from '../../texts/en/meta-task.js';
import { computeRunFigures } from './run-figures.js';

/** Figures of the most recent runs. */
export function Figures({ metaTask }: { metaTask: MetaTask }) {
  const { project } = useProject();
  const query = useQuery(runsOfMetaTaskQuery(project.id, metaTask.identifier));
  const tasks = query.data;
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  if (tasks === undefined) return null;
  const [last] = tasks;
  if (last === undefined) return <p className="quiet">{texts.noRuns}</p>;
  const { ended, failed, p50, p95 } = computeRunFigures(tasks);
  return (
    <dl className="figures" aria-label={texts.figures}>
      <div>
        <dt>{texts.lastRun}</dt>
        <dd>
          <RunLink project={project.slug} id={last.id}>
            <Status of={last.status} />
          </RunLink>{' '}
          <When time={last.created_at} />
        </dd>
      </div>
      <div>
        <dt>{texts.failed}</dt>
        <dd className={failed > 0 ? 'urgent' : undefined}>{texts.failedOf(failed, ended)}</dd>
      </div>
      <div>
        <dt>{texts.took}</dt>
        <dd>{p50 === null || p95 === null ? texts.none : `${duration(p50)} · ${duration(p95)}`}</dd>
      </div>
      <div>
        <dt>{texts.lastRuns(tasks.length)}</dt>
        <dd>
          <Bars tasks={oldestFirst(tasks)} project={project.slug} type={metaTask.identifier} />
        </dd>
      </div>
    </dl>
  );
}

function oldestFirst(tasks: readonly Task[]): Task[] {
  return tasks.toReversed();
}
