import { useQueryClient } from '@tanstack/react-query';
import { setArchived } from '../../api/meta-tasks.js';
import type { MetaTask } from '../../api/types.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/meta-task.js';
import { useChange } from './use-change.js';

/** Archives a meta-task, or brings it back: either can be undone by the other. */
export function ArchiveButton({ metaTask }: { metaTask: MetaTask }) {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, change, said } = useChange(metaTask.identifier);
  const isArchived = metaTask.archived_at !== null;
  const toggle = (): void =>
    change(async () => {
      const changed = await setArchived(project.id, metaTask, !isArchived);
      await client.invalidateQueries({ queryKey: ['meta-tasks', project.id] });
      return changed;
    });
  return (
    <>
      <button type="button" disabled={busy} onClick={toggle}>
        {isArchived ? texts.bringBack : texts.archive}
      </button>
      {said}
    </>
  );
}
