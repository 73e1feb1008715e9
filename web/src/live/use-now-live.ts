import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { nowKey } from '../api/now.js';
import { type EventsListener, useEvents } from './live-project.js';

/** The pause between two readings, however much happens. */
const READ_MS = 3_000;
const MATTER: ReadonlySet<string> = new Set(['status', 'approval', 'webhook']);

/** Reads what goes on in a project again after events that may change it. */
export function useNowLive(projectId: string): void {
  const client = useQueryClient();
  const reader = useMemo(() => nowReader(client, projectId), [client, projectId]);
  useEffect(() => reader.stop, [reader]);
  useEvents(reader.listener);
}

/** Returns what listens to events, and how to end it. */
function nowReader(
  client: QueryClient,
  projectId: string,
): { listener: EventsListener; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const read = (): void => {
    timer = undefined;
    last = Date.now();
    void client.invalidateQueries({ queryKey: nowKey(projectId) });
  };
  return {
    listener: {
      onEvents: (events) => {
        if (!events.some(({ type }) => MATTER.has(type))) return;
        timer ??= setTimeout(read, Math.max(0, last + READ_MS - Date.now()));
      },
      onGap: () => {
        timer ??= setTimeout(read, 0);
      },
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
