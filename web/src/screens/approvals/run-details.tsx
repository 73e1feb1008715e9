import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paramsQuery } from '../../api/approvals.js';
import type { Approval } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { useProject } from '../../parts/use-project.js';
import { JsonBlock } from '../../parts/value-view.js';
import { texts } from '../../texts/en/approvals.js';

/** The run that asks, folded; it is read when it is opened. */
export function RunDetails({ approval }: { approval: Approval }) {
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
