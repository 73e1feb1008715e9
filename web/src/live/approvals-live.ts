import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { approvalsKey, approvalsQuery } from '../api/approvals.js';
import type { Approval } from '../api/types.js';
import { approvalChanges, stillWaiting } from './approval-change.js';
import { type EventsListener, useEvents } from './live-project.js';

/** Keeps the approvals of a project up to date on each of its screens, since the navigation shows their number. */
export function ApprovalsLive({ projectId }: { projectId: string }): null {
  const client = useQueryClient();
  useEvents(
    useMemo((): EventsListener => {
      const waiting = approvalsQuery(projectId, 'waiting').queryKey;
      const reread = (queryKey: readonly unknown[]): void =>
        void client.invalidateQueries({ queryKey });
      return {
        onEvents: (events) => {
          const changes = approvalChanges(events);
          const known = client.getQueryData<Approval[]>(waiting) ?? [];
          const left = stillWaiting(known, changes);
          if (left !== known) client.setQueryData(waiting, left);
          // Events lack details such as the name of the task, so the list is refetched.
          if (changes.asked.size > 0) reread(waiting);
          if (changes.over.size === 0 && left === known) return;
          reread(approvalsQuery(projectId, 'decided').queryKey);
          const gone = known.filter((one) => !left.includes(one)).map(({ id }) => id);
          for (const id of new Set([...changes.over, ...gone])) reread(['approval', projectId, id]);
        },
        onGap: () => {
          reread(approvalsKey(projectId));
          reread(['approval', projectId]);
        },
      };
    }, [client, projectId]),
    useMemo(() => [approvalsKey(projectId), ['approval', projectId]], [projectId]),
  );
  return null;
}
