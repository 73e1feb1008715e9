import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { entryQuery, filesKey, readEntry, rereadFiles } from '../api/files.js';
import type { Page } from '../api/pages.js';
import type { FileEntry } from '../api/types.js';
import { type EventsListener, useEvents } from './live-project.js';

/** The pause between two readings, however many documents are converted. */
const READ_MS = 500;
/** More files than these are read by their lists. */
const MOST_SINGLE = 5;

/** Keeps the files of a workspace up to date as its documents are converted. What no event has is read, one file at a time. */
export function useFilesLive(project: string, ws: string): void {
  const client = useQueryClient();
  const reader = useMemo(() => new FilesReader(client, project, ws), [client, project, ws]);
  useEffect(() => () => reader.stop(), [reader]);
  useEvents(
    reader,
    useMemo(() => [filesKey(project, ws)], [project, ws]),
  );
}

export class FilesReader implements EventsListener {
  private readonly due = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: QueryClient,
    private readonly project: string,
    private readonly ws: string,
  ) {}

  onEvents(events: Parameters<EventsListener['onEvents']>[0]): void {
    for (const { type, data } of events) {
      const { ws, path } = data;
      if (type === 'file' && ws === this.ws && typeof path === 'string') this.due.add(path);
    }
    if (this.due.size > 0) this.timer ??= setTimeout(() => void this.read(), READ_MS);
  }

  onGap(): void {
    void rereadFiles(this.client, this.project, this.ws);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.due.clear();
  }

  private async read(): Promise<void> {
    const paths = [...this.due];
    this.due.clear();
    try {
      if (paths.length > MOST_SINGLE) await rereadFiles(this.client, this.project, this.ws);
      else await Promise.all(paths.map((path) => this.readOne(path)));
    } catch {
      // It is shown as it was; the next event or look reads it.
    }
    this.timer = undefined;
    if (this.due.size > 0) this.onEvents([]);
  }

  private async readOne(path: string): Promise<void> {
    const entry = await readEntry(this.project, this.ws, path);
    const { client } = this;
    client.setQueryData(entryQuery(this.project, this.ws, path).queryKey, entry);
    const folder = path.slice(0, path.lastIndexOf('/')) || '/';
    const list = [...filesKey(this.project, this.ws), 'entries', folder];
    const known = client.getQueryData<InfiniteData<Page<FileEntry>>>(list);
    const has = known?.pages.some(({ items }) => items.some((each) => each.path === path));
    if (entry !== null && has)
      client.setQueryData<InfiniteData<Page<FileEntry>>>(
        list,
        (lists) => lists && withEntry(lists, entry),
      );
    else await client.invalidateQueries({ queryKey: list });
    for (const kind of ['versions', 'outline'])
      await client.invalidateQueries({
        queryKey: [...filesKey(this.project, this.ws), kind, path],
      });
    await client.invalidateQueries({ queryKey: ['workspaces', this.project] });
  }
}

function withEntry(
  lists: InfiniteData<Page<FileEntry>>,
  entry: FileEntry,
): InfiniteData<Page<FileEntry>> {
  const pages = lists.pages.map((page) => ({
    ...page,
    items: page.items.map((each) => (each.path === entry.path ? entry : each)),
  }));
  return { ...lists, pages };
}
