import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ChangedMetaTask } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { orReread } from '../../parts/or-reread.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { Warnings } from '../../parts/warnings.js';

/**
 * Returns a function that changes a meta-task, and its state. `said` is the error of the last change, or its warnings.
 */
export function useChange(identifier: string): {
  busy: boolean;
  change: (action: () => Promise<ChangedMetaTask>) => void;
  said: ReactNode;
} {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const reread = (): Promise<void> =>
    client.invalidateQueries({ queryKey: ['meta-task', project.id, identifier] });
  const change = (action: () => Promise<ChangedMetaTask>): void =>
    void run(async () => {
      setWarnings([]);
      const changed = await orReread(action, reread);
      setWarnings(changed.warnings);
      await reread();
    });
  const said = error === null ? <Warnings of={warnings} /> : <ErrorNote error={error} />;
  return { busy, change, said };
}
