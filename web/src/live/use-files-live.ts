import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { entryQuery, filesKey, readEntry, rereadFiles } from '../api/files.js';
import type { Page } from '../api/pages.js';
import type { FileEntry } from '../api/types.js';
import { type EventsListener, useEvents } from './live-project.js';

/** Minimum interval between two refetches, in ms. */
const READ_MS = 500;
/** Maximum number of files that are fetched one by one; more are fetched as lists. */
const MOST_SINGLE = 5;

/**
 * Keeps the files of a workspace up to date while documents are converted. Details that events lack are fetched file by
 * file.
 */
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
      if (type !== 'file' || ws !== this.ws || typeof path !== 'string') continue;
      // The event contains everything new about a conversion in progress.
      const conversion = readConversion(data);
      if (conversion === null) this.due.add(path);
      else this.show(path, conversion);
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
      // The previous state stays visible until the next event or refetch.
    }
    this.timer = undefined;
    if (this.due.size > 0) this.onEvents([]);
  }

  /** Updates the conversion progress of a file in the cache. */
  private show(path: string, conversion: NonNullable<FileEntry['conversion']>): void {
    const { queryKey } = entryQuery(this.project, this.ws, path);
    this.client.setQueryData<FileEntry | null>([...queryKey], (entry) =>
      entry == null ? entry : { ...entry, conversion },
    );
    this.client.setQueryData<InfiniteData<Page<FileEntry>>>(this.buildListKey(path), (lists) => {
      const present = lists?.pages.flatMap(({ items }) => items).find((each) => each.path === path);
      return lists && present && withEntry(lists, { ...present, conversion });
    });
  }

  /** Returns the query key of the list that contains a file. */
  private buildListKey(path: string): readonly string[] {
    const folder = path.slice(0, path.lastIndexOf('/')) || '/';
    return [...filesKey(this.project, this.ws), 'entries', folder];
  }

  private async readOne(path: string): Promise<void> {
    const entry = await readEntry(this.project, this.ws, path);
    const { client } = this;
    client.setQueryData(entryQuery(this.project, this.ws, path).queryKey, entry);
    const list = this.buildListKey(path);
    const known = client.getQueryData<InfiniteData<Page<FileEntry>>>(list);
    const has = known?.pages.some(({ items }) => items.some((each) => each.path === path));
    // The end of a conversion changes the places of the documents in the queue.
    const waits = known?.pages.some(({ items }) =>
      items.some(({ conversion }) => conversion?.progress?.place != null),
    );
    if (entry !== null && has && !waits)
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

/** Returns the conversion state from an event of a document that is being converted; null for any other event. */
function readConversion(data: Readonly<Record<string, unknown>>): FileEntry['conversion'] {
  const { status, progress } = data;
  if (status !== 'converting' || !isProgress(progress)) return null;
  return { status, error: null, warnings: [], progress };
}

type Progress = NonNullable<NonNullable<FileEntry['conversion']>['progress']>;

function isProgress(value: unknown): value is Progress {
  return typeof value === 'object' && value !== null && 'done' in value && 'seconds_left' in value;
}
