import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { approvalsQuery } from '../../api/approvals.js';
import type { Approval } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { ErrorNote } from '../../parts/error-note.js';
import { promptTitle } from '../../parts/prompt-title.js';
import { remaining } from '../../parts/remaining.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { useNow, When } from '../../parts/when.js';
import { texts } from '../../texts/en/now.js';

const { decisions: words } = texts;
/** Number of approvals that the card shows; the list of approvals has all of them. */
const SHOWN = 4;

/** Waiting approvals, the earliest to expire first. */
export function DecisionsCard({ count }: { count: number }) {
  const { project } = useProject();
  const query = useQuery(approvalsQuery(project.id, 'waiting'));
  const waiting = query.data ?? [];
  const shown = waiting.toSorted((a, b) => toExpiryTime(a) - toExpiryTime(b)).slice(0, SHOWN);
  return (
    <Card title={words.title} aside={<span className="waiting-count">{count}</span>}>
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      <ul className="now-rows" aria-label={words.list}>
        {shown.map((one) => (
          <Decision key={one.id} approval={one} project={project.slug} />
        ))}
        {count > shown.length && (
          <li>
            <Link to="/p/$project/approvals" params={{ project: project.slug }}>
              {words.more(count - shown.length)}
            </Link>
          </li>
        )}
      </ul>
    </Card>
  );
}

/** Returns when an approval expires; an approval without a time limit sorts last. */
function toExpiryTime({ expires_at: expires }: Approval): number {
  return expires === null ? Number.MAX_SAFE_INTEGER : Date.parse(expires);
}

function Decision({ approval, project }: { approval: Approval; project: string }) {
  const now = useNow();
  const title = promptTitle(approval.prompt);
  const left = approval.expires_at === null ? null : Date.parse(approval.expires_at) - now;
  return (
    <li className="now-decision">
      <span>
        <strong>
          <UserText>{title}</UserText>
        </strong>
        <br />
        <span className="quiet">
          {approval.task_type} v{approval.task_type_version} · {words.asked}{' '}
          <When time={approval.created_at} />
          {left !== null && ` · ${left <= 0 ? words.over : words.left(remaining(left))}`}
        </span>
      </span>
      <Link
        className="button"
        to="/p/$project/approvals/$approval"
        params={{ project, approval: approval.id }}
        aria-label={visibleText(words.lookAt(title))}
      >
        {words.look}
      </Link>
    </li>
  );
}
