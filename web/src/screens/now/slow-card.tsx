import { Link } from '@tanstack/react-router';
import type { Now, Task } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { RunLink } from '../../parts/run-link.js';
import { Status } from '../../parts/status.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { exactTime } from '../../texts/en/format.js';
import { texts } from '../../texts/en/now.js';
import { runTexts } from '../../texts/en/run.js';
import { stuckTask } from './attention.js';

const { slow: words } = texts;

/** Runs that take longer than usual, and the oldest pending run if it is stuck, with the reason. */
export function SlowCard({ now }: { now: Now }) {
  const stuck = stuckTask(now);
  if (stuck === null && now.slow.length === 0) return null;
  return (
    <Card title={words.title}>
      <ul className="now-rows" aria-label={words.list}>
        {now.slow.map((task) => (
          <Slow key={task.id} task={task} />
        ))}
        {stuck !== null && <Stuck task={stuck} />}
      </ul>
    </Card>
  );
}

function Slow({ task }: { task: Task }) {
  const { project } = useProject();
  const { id, name, status, current_phase: phase } = task;
  return (
    <li className="now-slow">
      <Status of={status} />
      <RunLink project={project.slug} id={id}>
        <UserText>{name}</UserText>
      </RunLink>
      <span>{phase === null ? words.longerPhase : visibleText(words.longer(phase))}</span>
      <Link
        to="/p/$project/runs/$task"
        params={{ project: project.slug, task: id }}
        search={{ tab: 'timeline' }}
        aria-label={visibleText(words.timelineOf(name))}
      >
        {words.timeline}
      </Link>
    </li>
  );
}

function Stuck({ task }: { task: NonNullable<Now['oldest_pending']> }) {
  const { project } = useProject();
  const { pending } = task;
  const until = pending?.until == null ? null : exactTime(Date.parse(pending.until));
  const [holder] = pending?.holders ?? [];
  return (
    <li className="now-slow">
      <Status of="pending" />
      <RunLink project={project.slug} id={task.task_id}>
        <UserText>{task.name}</UserText>
      </RunLink>
      <span>
        {pending !== null && runTexts.pending.sentence(pending, until)}
        {holder !== undefined && (
          <>
            {' '}
            {runTexts.pending.taken}{' '}
            <RunLink project={project.slug} id={holder.id}>
              <UserText>{holder.name}</UserText>
            </RunLink>
            .
          </>
        )}
      </span>
      <span className="quiet">{words.waits(task.age_ms)}</span>
    </li>
  );
}
