import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { type EventsListener, useEvents } from './live-project.js';

/** Delay before refetching, in ms: jobs follow the ends of tasks, and many memories may change at once. */
const PAUSE_MS = 1_500;

/** Refetches the memories of a project after events that may have changed them. */
export function useMemoriesLive(projectId: string): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvents(
    useMemo((): EventsListener => {
      const reread = (): void => {
        timer.current = undefined;
        void client.invalidateQueries({ queryKey: ['memories', projectId] });
      };
      return {
        onEvents: (events) => {
          if (events.some(({ type }) => type === 'memory' || type === 'status'))
            timer.current ??= setTimeout(reread, PAUSE_MS);
        },
        onGap: reread,
      };
    }, [client, projectId]),
    useMemo(() => [['memories', projectId]], [projectId]),
  );
}
