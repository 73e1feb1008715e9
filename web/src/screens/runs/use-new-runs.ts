import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RunsFilter } from '../../api/runs-filter.js';
import { readRuns, type Runs, runsQuery } from '../../api/runs.js';
import type { Task } from '../../api/types.js';
import { fits, mayBelong, NewTasks, withTasks } from '../../live/new-tasks.js';
import type { LiveEvent } from '../../live/task-change.js';

/** Minimum interval between reads of the newest page, in ms. */
const HEAD_MS = 250;

/**
 * Adds new runs to the list. Most are taken from their events; the newest page is read only if the events are
 * incomplete. While the list is scrolled down, new runs are only counted, so that the rows do not move.
 */
export function useNewRuns(
  projectId: string,
  filter: RunsFilter,
): { newer: number; showNewer: () => void; note: (events: readonly LiveEvent[]) => void } {
  const client = useQueryClient();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const described = useRef(new NewTasks());
  const wanted = useRef(filter);
  useEffect(() => {
    wanted.current = filter;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const add = useCallback(
    (tasks: readonly Task[]) => {
      const { queryKey } = runsQuery(projectId, wanted.current);
      const { order } = wanted.current;
      client.setQueryData<Runs>(queryKey, (runs) => runs && withTasks(runs, tasks, order));
    },
    [client, projectId],
  );
  const read = useCallback(async () => {
    timer.current = undefined;
    const { tasks } = await readRuns(projectId, wanted.current, null);
    add(tasks);
    setSeen(new Set());
  }, [add, projectId]);
  const note = useCallback(
    (events: readonly LiveEvent[]) => {
      described.current.take(events);
      const ids = [...new Set(events.map(({ data }) => String(data['task_id'])))];
      const tasks = ids
        .flatMap((id) => described.current.get(id) ?? [])
        .filter((task) => fits(task, wanted.current));
      if (scrollY === 0) add(tasks);
      else if (tasks.length > 0)
        setSeen((before) => new Set([...before, ...tasks.map(({ id }) => id)]));
      const others = events.filter(
        ({ data }) => described.current.get(String(data['task_id'])) === undefined,
      );
      if (scrollY === 0 && others.some((event) => mayBelong(event, wanted.current)))
        timer.current ??= setTimeout(() => void read().catch(() => undefined), HEAD_MS);
    },
    [add, read],
  );
  const showNewer = useCallback(() => {
    scrollTo({ top: 0 });
    void read().catch(() => undefined);
  }, [read]);
  return { newer: seen.size, showNewer, note };
}
