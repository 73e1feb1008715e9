import { Link } from '@tanstack/react-router';
import type { Now } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { RunLink } from '../../parts/run-link.js';
import { Spark } from '../../parts/spark.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/now.js';

const { failing: words } = texts;

/** Meta-tasks whose last run failed: the error, the number of failures, and the version with which they began. */
export function FailingCard({ failing }: { failing: Now['failing'] }) {
  return (
    <Card title={words.title} aside={words.aside}>
      <ul className="now-rows" aria-label={words.list}>
        {failing.map((one) => (
          <Row key={one.task_type} failing={one} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ failing }: { failing: Now['failing'][number] }) {
  const { project } = useProject();
  const { task_type: type, error_code: code, error_message: message } = failing;
  return (
    <li className="now-failing">
      <Link
        className="urgent"
        to="/p/$project/meta-tasks/$identifier"
        params={{ project: project.slug, identifier: type }}
      >
        {type}
      </Link>
      <RunLink className="now-matter" project={project.slug} id={failing.last_task_id}>
        <UserText>{message?.split('\n', 1)[0] || (code ?? '')}</UserText>
      </RunLink>
      <span>
        <Link
          to="/p/$project/runs"
          params={{ project: project.slug }}
          search={{ status: 'failed', type, roots: false }}
          aria-label={words.all(words.times(failing.count), type)}
        >
          {words.times(failing.count)}
        </Link>{' '}
        {words.since(failing.first_version)}, <When time={failing.since} />
      </span>
      <Spark runs={failing.runs} />
    </li>
  );
}
