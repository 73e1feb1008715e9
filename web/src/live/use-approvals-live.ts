import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { approvalsKey, approvalsQuery } from '../api/approvals.js';
import type { Approval } from '../api/types.js';
import { approvalChanges, stillWaiting } from './approval-change.js';
import { followProject } from './project-stream.js';

/** Keeps the approvals of a project up to date, and each that is shown. */
export function useApprovalsLive(
  projectId: string | undefined,
  sessionId: string | undefined,
): void {
  const client = useQueryClient();
  useEffect(() => {
    if (projectId === undefined) return undefined;
    const lists = approvalsKey(projectId);
    const waiting = approvalsQuery(projectId, 'waiting').queryKey;
    const readAll = (): void => {
      void client.invalidateQueries({ queryKey: lists });
      void client.invalidateQueries({ queryKey: ['approval', projectId] });
    };
    return followProject(projectId, {
      onEvents: (events) => {
        const changes = approvalChanges(events);
        const known = client.getQueryData<Approval[]>(waiting) ?? [];
        const left = stillWaiting(known, changes);
        if (left !== known) client.setQueryData(waiting, left);
        // What an event does not have, such as the name of the task, is read.
        if (changes.asked.size > 0) void client.invalidateQueries({ queryKey: waiting });
        if (changes.over.size > 0 || left !== known) {
          void client.invalidateQueries({
            queryKey: approvalsQuery(projectId, 'decided').queryKey,
          });
          const gone = known.filter((one) => !left.includes(one)).map(({ id }) => id);
          for (const id of new Set([...changes.over, ...gone]))
            void client.invalidateQueries({ queryKey: ['approval', projectId, id] });
        }
      },
      onGap: readAll,
      onClosed: () => void client.invalidateQueries({ queryKey: ['me'] }),
      onState: () => undefined,
    });
  }, [client, projectId, sessionId]);
}
