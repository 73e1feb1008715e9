import { Link } from '@tanstack/react-router';
import type { Task } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { TaskList } from '../../parts/task-list.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/now.js';

const { well: words } = texts;

/** That nothing needs anybody, and the last runs. */
export function AllWell({ runs }: { runs: readonly Task[] }) {
  const { project } = useProject();
  return (
    <>
      <p className="now-good" role="status">
        <span className="status status-success">
          <span className="mark" aria-hidden="true" />
          <strong>{words.title}</strong>
        </span>{' '}
        <span className="quiet">{words.about}</span>
      </p>
      <Card
        title={words.lastRuns}
        aside={
          <Link to="/p/$project/runs" params={{ project: project.slug }}>
            {words.all}
          </Link>
        }
      >
        <TaskList tasks={runs} project={project.slug} />
      </Card>
    </>
  );
}
