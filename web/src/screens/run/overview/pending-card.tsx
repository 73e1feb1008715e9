import { Link } from '@tanstack/react-router';
import { Card } from '../../../parts/card.js';
import { UserText } from '../../../parts/user-text.js';
import { When } from '../../../parts/when.js';
import { exactTime } from '../../../texts/en/format.js';
import { runTexts } from '../../../texts/en/run.js';
import type { Subject } from '../subject.js';

const { pending: words } = runTexts;

/** Reason why a run has not started, and the runs that hold what it waits for. */
export function PendingCard({ subject: { project, run } }: { subject: Subject }) {
  const { pending } = run;
  if (pending === null) return null;
  const until = pending.until === null ? null : exactTime(Date.parse(pending.until));
  return (
    <Card title={words.title}>
      <p>
        {words.sentence(pending, until)}
        {pending.ahead !== null && ` ${words.ahead(pending.ahead)}`}
      </p>
      {pending.holders.length > 0 && (
        <>
          <p className="quiet">{words.taken}</p>
          <ul className="waits">
            {pending.holders.map(({ id, name, since }) => (
              <li key={id}>
                <Link to="/p/$project/runs/$task" params={{ project: project.slug, task: id }}>
                  <UserText>{name}</UserText>
                </Link>{' '}
                <span className="quiet">
                  <When time={since} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
