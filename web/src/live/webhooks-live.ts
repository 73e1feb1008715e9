import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { type EventsListener, useEvents } from './live-project.js';

/** Delay before refetching, in ms. The server creates deliveries after the event, and sends them immediately. */
const PAUSE_MS = 1_500;
const KEPT = ['webhooks', 'webhook', 'deliveries'];

/** Refetches the webhooks of a project and their deliveries after events that may have changed them. */
export function useWebhooksLive(projectId: string): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvents(
    useMemo((): EventsListener => {
      const reread = (...keys: string[]): void => {
        for (const key of keys) void client.invalidateQueries({ queryKey: [key, projectId] });
      };
      const rereadLater = (): void => {
        timer.current = undefined;
        reread(...KEPT);
      };
      return {
        onEvents: (events) => {
          if (events.some(({ type }) => type === 'webhook')) reread('webhooks', 'webhook');
          if (events.some(({ type }) => type === 'status' || type === 'approval'))
            timer.current ??= setTimeout(rereadLater, PAUSE_MS);
        },
        onGap: () => reread(...KEPT),
      };
    }, [client, projectId]),
    useMemo(() => KEPT.map((key) => [key, projectId]), [projectId]),
  );
}
