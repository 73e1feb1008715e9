import type { InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bulkQuery, bulksQuery } from '../api/bulk.js';
import type { Page } from '../api/pages.js';
import type { Bulk } from '../api/types.js';
import { bulkAfter } from './bulk-change.js';
import { type EventsListener, useEvents } from './live-project.js';
import { type LiveQueryClient, useLiveQueryClient } from './live-query-client.js';
import type { LiveEvent } from './task-change.js';

/**
 * Keeps the bulk operations of a project up to date from their events. The refused tasks and the reasons are fetched at
 * the end.
 */
export function useBulkLive(projectId: string): void {
  const client = useLiveQueryClient();
  useEvents(
    useMemo((): EventsListener => {
      const list = bulksQuery(projectId).queryKey;
      return {
        onEvents: (all) => {
          const events = all.filter(({ type }) => type === 'bulk');
          if (events.length === 0) return;
          const unknown = patchList(client, list, events);
          for (const event of events) patchOne(client, projectId, event);
          if (unknown) void client.invalidateQueries({ queryKey: list });
        },
        onGap: () => {
          void client.invalidateQueries({ queryKey: list });
          void client.invalidateQueries({ queryKey: ['bulk', projectId] });
        },
      };
    }, [client, projectId]),
    useMemo(() => [bulksQuery(projectId).queryKey, ['bulk', projectId]], [projectId]),
  );
}

function patchOne(client: LiveQueryClient, projectId: string, event: LiveEvent): void {
  const { queryKey } = bulkQuery(projectId, String(event.data['bulk_id']));
  client.patchQuery<Bulk>(queryKey, (known) => bulkAfter(known, event));
  const now = client.getQueryData(queryKey);
  if (now !== undefined && now.state !== 'running') void client.invalidateQueries({ queryKey });
}

/** Applies events to the list. Returns whether an operation is missing from it. */
function patchList(
  client: LiveQueryClient,
  queryKey: readonly unknown[],
  events: readonly LiveEvent[],
): boolean {
  const unknown = new Set(events.map(({ data }) => data['bulk_id']));
  client.patchQuery<InfiniteData<Page<Bulk>>>(queryKey, (known) => ({
    ...known,
    pages: known.pages.map((page) => ({
      ...page,
      items: page.items.map((one) => {
        unknown.delete(one.id);
        return events.reduce(bulkAfter, one);
      }),
    })),
  }));
  return unknown.size > 0;
}
