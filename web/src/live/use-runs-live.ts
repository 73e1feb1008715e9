import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Runs } from '../api/runs.js';
import { followProject, type LiveState } from './project-stream.js';
import { type LiveEvent, patched } from './task-change.js';

/**
 * Keeps all lists of runs of a project up to date, at most once a frame. It begins again for a new session. `onUnknown` is given the
 * events of tasks that a list does not have. Returns whether events come.
 */
export function useRunsLive(
  projectId: string,
  sessionId: string | undefined,
  onUnknown: (events: readonly LiveEvent[]) => void,
): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>({ is: 'connecting' });
  useEffect(() => {
    const key = ['runs', projectId];
    return followProject(projectId, {
      onEvents: (events) =>
        requestAnimationFrame(() => {
          const unknown = new Set<string>();
          client.setQueriesData<Runs>({ queryKey: key }, (runs) => {
            if (runs === undefined) return runs;
            const after = patched(runs, events);
            for (const id of after.unknown) unknown.add(id);
            return after.runs;
          });
          if (unknown.size > 0)
            onUnknown(events.filter(({ data }) => unknown.has(String(data['task_id']))));
        }),
      onGap: () => void client.invalidateQueries({ queryKey: key }),
      onClosed: () => void client.invalidateQueries({ queryKey: ['me'] }),
      onState: setState,
    });
  }, [client, projectId, sessionId, onUnknown]);
  return state;
}
