import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tasksQuery } from '../../../api/related-runs.js';
import type { Run, Task } from '../../../api/types.js';
import { Card } from '../../../parts/card.js';
import { Copy } from '../../../parts/copy.js';
import { useProject } from '../../../parts/use-project.js';
import { UserText } from '../../../parts/user-text.js';
import { visibleText } from '../../../parts/visible-text.js';
import { When } from '../../../parts/when.js';
import { runTexts } from '../../../texts/en/run.js';
import type { Subject } from '../subject.js';
import { splitMessage } from './split-message.js';
import { Stack } from './stack.js';

const { error: words } = runTexts;

/** Reason why a run ended without a result: its error with the author's line, and how other runs ended. */
export function ErrorCard({ subject, recent }: { subject: Subject; recent: readonly Task[] }) {
  const { run } = subject;
  const { type, text } = splitMessage(run.error_message ?? '');
  const cancelled = run.status === 'cancelled';
  return (
    <Card
      {...(!cancelled && { kind: 'failed' })}
      title={
        <>
          <span className={cancelled ? undefined : 'error'}>
            {type ?? run.error_code ?? run.status}
          </span>{' '}
          <bdi className="error-text">{visibleText(text)}</bdi>
        </>
      }
      aside={
        <>
          {run.error_code}
          {run.error_stack !== null && (
            <>
              {' · '}
              <Copy text={() => asText(run)}>{words.copy}</Copy>
            </>
          )}
        </>
      }
    >
      {cancelled && <p>{words.cancelledBy(run.cancelled_by?.name ?? null)}</p>}
      <Stack subject={subject} of={run} version={run.task_type_version} />
      {!cancelled && <OpenLine subject={subject} />}
      {!cancelled && <Others subject={subject} recent={recent} />}
    </Card>
  );
}

/** Link that opens the author's line in the editor. */
function OpenLine({ subject: { project, run } }: { subject: Subject }) {
  const { is } = useProject();
  const frame = run.frames.find(({ own }) => own);
  if (frame === undefined || run.draft || !is('author')) return null;
  const version = run.task_type_version;
  return (
    <Link
      to="/p/$project/meta-tasks/$identifier/edit"
      params={{ project: project.slug, identifier: run.task_type }}
      search={{ from: version, line: frame.line }}
    >
      {words.openAt(version, frame.line)}
    </Link>
  );
}

function asText({ error_message: message, error_stack: stack }: Run): string {
  return [stack?.includes(message ?? '') ? null : message, stack].filter(Boolean).join('\n');
}

/** Number of other runs with the same error, and the last successful run. */
function Others({
  subject: { project, run },
  recent,
}: {
  subject: Subject;
  recent: readonly Task[];
}) {
  const failed = useQuery(
    tasksQuery(
      project.id,
      { task_type: run.task_type, status: 'failed', ...toErrorFilter(run) },
      50,
    ),
  ).data;
  const same = failed?.filter(
    ({ id, error_message: message }) => id !== run.id && message === run.error_message,
  );
  const good = recent.find(({ status }) => status === 'success');
  const first = same?.at(-1);
  return (
    <p className="quiet others">
      {first !== undefined && same !== undefined && (
        <span>
          {words.again(same.length, '')}
          <When time={first.created_at} />
          {' — '}
          <Link
            to="/p/$project/runs"
            params={{ project: project.slug }}
            search={{ status: 'failed', type: run.task_type, ...toErrorSearch(run) }}
          >
            {words.show}
          </Link>
        </span>
      )}
      <span>
        {good === undefined ? (
          // An empty list has not been loaded yet, so nothing can be said about successful runs.
          recent.length > 0 && words.never
        ) : (
          <>
            {words.lastSuccess(good.task_type_version)}
            <Link to="/p/$project/runs/$task" params={{ project: project.slug, task: good.id }}>
              <UserText>{good.name}</UserText>
            </Link>
          </>
        )}
      </span>
    </p>
  );
}

function toErrorSearch({ error_code: code }: Run): { error?: string } {
  return code === null ? {} : { error: code };
}

function toErrorFilter({ error_code: code }: Run): { error_code?: string } {
  return code === null ? {} : { error_code: code };
}
