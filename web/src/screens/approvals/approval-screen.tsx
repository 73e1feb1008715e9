import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { approvalQuery, paramsQuery } from '../../api/approvals.js';
import { toRequestError } from '../../api/request-error.js';
import type { Approval } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { MarkdownView } from '../../parts/markdown-view.js';
import { Page } from '../../parts/page.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { ValueView, JsonBlock } from '../../parts/value-view.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/approvals.js';
import { TimeLeft } from './approval-time.js';
import { DecisionForm } from './decision-form.js';
import { promptBody, promptTitle } from '../../parts/prompt-title.js';
import { Proposal } from './proposal.js';
import { useState } from 'react';

/** One approval: the proposal, and either the form to decide it or the decision. */
export function ApprovalScreen() {
  const { project } = useProject();
  const { approval: id } = useParams({ from: '/signed-in/p/$project/approvals/$approval' });
  const query = useQuery(approvalQuery(project.id, id));
  const approval = query.data;
  const title = approval === undefined ? texts.title : visibleText(promptTitle(approval.prompt));
  return (
    <Page title={title} lead={<BackLink project={project.slug} />}>
      {query.isPending && <Skeleton label={texts.loadingOne} />}
      {query.isError &&
        (toRequestError(query.error).status === 404 ? (
          <Empty title={texts.title} about={texts.gone(id)} />
        ) : (
          <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
        ))}
      {approval !== undefined && <Whole approval={approval} key={approval.hash} />}
    </Page>
  );
}

function BackLink({ project }: { project: string }) {
  return (
    <Link className="back" to="/p/$project/approvals" params={{ project }}>
      {texts.back}
    </Link>
  );
}

function Whole({ approval }: { approval: Approval }) {
  const { project, may } = useProject();
  const body = promptBody(approval.prompt);
  return (
    <div className="approval">
      <p className="quiet">
        {texts.by} {texts.version(approval.task_type, approval.task_type_version)} {texts.in}{' '}
        <Link
          to="/p/$project/runs"
          params={{ project: project.slug }}
          search={{ q: approval.task_name }}
        >
          <UserText>{approval.task_name}</UserText>
        </Link>
        , {texts.asked} <When time={approval.created_at} />
        {approval.status === 'pending' && (
          <>
            {' '}
            · <TimeLeft approval={approval} />
          </>
        )}
      </p>
      {body !== null && <MarkdownView level={1}>{body}</MarkdownView>}
      {approval.status !== 'pending' && <Outcome approval={approval} />}
      {approval.proposal !== null && <Proposal value={approval.proposal} />}
      {approval.status === 'pending' && may('approvals:write') ? (
        <DecisionForm approval={approval}>
          <RunDetails approval={approval} />
        </DecisionForm>
      ) : (
        <RunDetails approval={approval} />
      )}
      {approval.status === 'pending' && !may('approvals:write') && (
        <p className="note">{texts.mayNot}</p>
      )}
    </div>
  );
}

function Outcome({ approval }: { approval: Approval }) {
  const { status, decided_by: by, decided_at: at, comment, payload, form } = approval;
  return (
    <section className={`panel outcome-${status}`} role="status">
      <p>
        <strong className={`outcome-${status}`}>
          {texts.outcomeBy(texts.outcome[status], by === null ? null : visibleText(by))}
        </strong>{' '}
        {at !== null && <When time={at} />}
      </p>
      {comment !== null && (
        <p className="lines">
          <UserText>{comment}</UserText>
        </p>
      )}
      {payload !== null && payload !== undefined && (
        <>
          <h2>{texts.given}</h2>
          <ValueView value={payload} schema={form} />
        </>
      )}
    </section>
  );
}

/** Collapsed details of the run that asks for approval. The run is read when the details are opened. */
function RunDetails({ approval }: { approval: Approval }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.details}</summary>
      {open && <Details approval={approval} />}
    </details>
  );
}

function Details({ approval }: { approval: Approval }) {
  const { project } = useProject();
  const query = useQuery(paramsQuery(project.id, approval.task_id));
  return (
    <div className="column">
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && (
        <>
          <h2>{texts.params}</h2>
          <JsonBlock value={query.data} label={texts.params} />
        </>
      )}
      <p className="quiet">
        {texts.hash}: <code className="long">{approval.hash}</code>
      </p>
    </div>
  );
}
