import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { setArchived } from '../../api/meta-tasks.js';
import type { MetaTask } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { orReread } from '../../parts/or-reread.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/meta-task.js';

/** Archives a meta-task, or brings it back: either can be undone by the other. */
export function ArchiveButton({ metaTask }: { metaTask: MetaTask }) {
  const { project } = useProject();
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const isArchived = metaTask.archived_at !== null;
  const reread = (): Promise<void> =>
    client.invalidateQueries({ queryKey: ['meta-task', project.id, metaTask.identifier] });
  const change = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await orReread(() => setArchived(project.id, metaTask, !isArchived), reread);
      await reread();
      await client.invalidateQueries({ queryKey: ['meta-tasks', project.id] });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" disabled={busy} onClick={() => void change()}>
        {isArchived ? texts.bringBack : texts.archive}
      </button>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}
