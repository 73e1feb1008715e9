import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type EventsListener, useEvents } from './live-project.js';

/**
 * Refetches the queries with a key after events of some types that do not contain enough data themselves. `pauseMs` is
 * the minimum interval between two refetches. `types` must be the same object in each render.
 */
export function useReread(
  queryKey: readonly unknown[],
  types: ReadonlySet<string>,
  pauseMs: number,
): void {
  const client = useQueryClient();
  const key = JSON.stringify(queryKey);
  const reader = useMemo(
    () => createReader(client, JSON.parse(key) as readonly unknown[], types, pauseMs),
    [client, key, types, pauseMs],
  );
  useEffect(() => reader.stop, [reader]);
  useEvents(
    reader.listener,
    useMemo(() => [JSON.parse(key) as readonly unknown[]], [key]),
  );
}

/** Returns a listener that refetches the queries with a key, and a function that stops it. */
export function createReader(
  client: QueryClient,
  queryKey: readonly unknown[],
  types: ReadonlySet<string>,
  pauseMs: number,
): { listener: EventsListener; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const read = (): void => {
    timer = undefined;
    last = Date.now();
    void client.invalidateQueries({ queryKey });
  };
  return {
    listener: {
      onEvents: (events) => {
        if (!events.some(({ type }) => types.has(type))) return;
        timer ??= setTimeout(read, Math.max(0, last + pauseMs - Date.now()));
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
