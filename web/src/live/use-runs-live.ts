import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Runs } from '../api/runs.js';
import { useEvents } from './live-project.js';
import { type LiveEvent, patched } from './task-change.js';

const OF_TASKS = new Set(['status', 'phase', 'progress']);

/**
 * Keeps all lists of runs of a project up to date. `onUnknown` receives the events of tasks that a list does not
 * contain.
 */
export function useRunsLive(
  projectId: string,
  onUnknown: (events: readonly LiveEvent[]) => void,
): void {
  const client = useQueryClient();
  useEvents(
    useMemo(() => {
      const key = ['runs', projectId];
      return {
        onEvents: (all) => {
          const events = all.filter(({ type }) => OF_TASKS.has(type));
          if (events.length === 0) return;
          const unknown = new Set<string>();
          client.setQueriesData<Runs>({ queryKey: key }, (runs) => {
            if (runs === undefined) return runs;
            const after = patched(runs, events);
            for (const id of after.unknown) unknown.add(id);
            return after.runs;
          });
          if (unknown.size > 0)
            onUnknown(events.filter(({ data }) => unknown.has(String(data['task_id']))));
        },
        onGap: () => void client.invalidateQueries({ queryKey: key }),
      };
    }, [client, projectId, onUnknown]),
    useMemo(() => [['runs', projectId]], [projectId]),
  );
}
