import { Link } from '@tanstack/react-router';
import type { Now } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { Spark } from '../../parts/spark.js';
import { Upcoming } from '../../parts/upcoming.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/now.js';
import { failedInARow } from './attention.js';

const { schedules: words } = texts;
/** Minimum number of consecutive failed runs that is shown. */
const WORTH_SAYING = 2;

/** Schedules with an upcoming tick and the results of their last runs; schedules with problems come first. */
export function SchedulesCard({ schedules }: { schedules: Now['schedules'] }) {
  const { project } = useProject();
  return (
    <Card title={words.title} aside={words.aside}>
      <ul className="now-rows" aria-label={words.list}>
        {schedules.map((one) => {
          const trouble = describeTrouble(one);
          return (
            <li key={one.id} className="now-schedule">
              <span>{one.next_at === null ? words.noNext : <Upcoming time={one.next_at} />}</span>
              <Link
                to="/p/$project/schedules/$schedule"
                params={{ project: project.slug, schedule: one.id }}
              >
                <UserText>{one.name}</UserText>
              </Link>
              <span className="quiet">{one.task_type_identifier}</span>
              <span>
                <Spark runs={one.runs} />
                {trouble !== null && <span className="urgent"> {visibleText(trouble)}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function describeTrouble(schedule: Now['schedules'][number]): string | null {
  const { pause_reason: why, consecutive_failures: without, last_error: error, runs } = schedule;
  if (why !== null) return words.paused(why);
  if (without > 0) return words.noRun(without, error);
  const failed = failedInARow(runs);
  return failed >= WORTH_SAYING ? words.failedInARow(failed) : null;
}
