import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelRun, runQuery, treeQuery } from '../../api/run.js';
import { hasEnded } from '../../api/types.js';
import { Dialog } from '../../parts/dialog.js';
import { ErrorNote } from '../../parts/error-note.js';
import { runTexts } from '../../texts/en/run.js';
import type { Subject } from './subject.js';

/** Dialog that confirms the cancellation of a run and shows what else it ends. */
export function CancelDialog({
  subject: { project, run },
  onClose,
}: {
  subject: Subject;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const family = useQuery(treeQuery(project.id, run.id));
  const tree = family.data?.tasks ?? [];
  const children = tree.filter(({ id, status }) => id !== run.id && !hasEnded(status)).length;
  const cancel = useMutation({
    mutationFn: () => cancelRun(project.id, run.id),
    onSuccess: (now) => {
      client.setQueryData(runQuery(project.id, run.id).queryKey, now);
      onClose();
    },
  });
  return (
    <Dialog title={runTexts.cancelling.title} onClose={onClose}>
      <div className="dialog-body">
        <p>{runTexts.cancelling.about}</p>
        {children > 0 && (
          <p>
            <strong>{runTexts.cancelling.children(children)}</strong>
          </p>
        )}
        {family.isError && <p>{runTexts.cancelling.childrenUnknown}</p>}
        {cancel.isError && <ErrorNote error={cancel.error} />}
        <div className="dialog-actions">
          <button type="button" onClick={onClose}>
            {runTexts.cancelling.keep}
          </button>
          <button
            type="button"
            className="danger"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {runTexts.cancelling.confirm}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
