import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type EventsListener, useEvents } from './live-project.js';

/** Refetches the container images of a project when a pull starts or ends. */
export function useImagesLive(projectId: string): void {
  const client = useQueryClient();
  useEvents(
    useMemo((): EventsListener => {
      const reread = (): void => {
        for (const queryKey of listImageKeys(projectId))
          void client.invalidateQueries({ queryKey });
      };
      return {
        onEvents: (events) => {
          if (events.some(({ type }) => type === 'image')) reread();
        },
        onGap: reread,
      };
    }, [client, projectId]),
    useMemo(() => listImageKeys(projectId), [projectId]),
  );
}

function listImageKeys(projectId: string): [string, string][] {
  return [
    ['images', projectId],
    ['image', projectId],
  ];
}
