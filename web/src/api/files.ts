import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { allPages } from './cursors.js';
import { pagesQuery } from './pages.js';
import type { FileEntry, FileVersion, Workspace } from './types.js';

const FILES = '/external/v1/projects/{project_id}/files' as const;
const ENTRIES = 200;
const VERSIONS = 50;
/** Maximum number of entries that are counted before a folder is deleted. */
export const COUNTED = 1_000;

/** Counts of all files and folders below a folder, up to {@link COUNTED} entries. */
export interface Below {
  files: number;
  folders: number;
  bytes: number;
  /** True if the folder has more entries. */
  more: boolean;
}

export function workspacesQuery(project: string) {
  return queryOptions({
    queryKey: ['workspaces', project],
    queryFn: ({ signal }): Promise<Workspace[]> =>
      readBody(
        api.GET('/projects/{project_id}/workspaces', {
          params: { path: { project_id: project } },
          signal,
        }),
      ),
  });
}

/** Prefix of all query keys for the files of a workspace. */
export function filesKey(project: string, ws: string): readonly string[] {
  return ['files', project, ws];
}

/** Refetches the queries for the files of a workspace. Those for paths at or below `gone` are only marked as stale. */
export async function rereadFiles(
  client: QueryClient,
  project: string,
  ws: string,
  gone?: string,
): Promise<void> {
  const queryKey = filesKey(project, ws);
  const isGone = ({ queryKey: [, , , , path] }: { queryKey: readonly unknown[] }): boolean =>
    gone !== undefined && (path === gone || String(path).startsWith(`${gone}/`));
  if (gone !== undefined) client.setQueryData(entryQuery(project, ws, gone).queryKey, null);
  await Promise.all([
    client.invalidateQueries({ queryKey, predicate: isGone, refetchType: 'none' }),
    client.invalidateQueries({ queryKey, predicate: (query) => !isGone(query) }),
    client.invalidateQueries({ queryKey: ['workspaces', project] }),
  ]);
}

/** Entries of a folder, folders first. */
export function entriesQuery(project: string, ws: string, path: string) {
  return {
    ...pagesQuery<FileEntry>([...filesKey(project, ws), 'entries', path], (place, signal) =>
      api.GET(FILES, {
        params: {
          path: { project_id: project },
          query: { path, ws, limit: ENTRIES, ...place },
        },
        signal,
      }),
    ),
    // Scripts write files without any event.
    refetchOnWindowFocus: true,
  };
}

/** The file or folder at a path; null if there is none. */
export function entryQuery(project: string, ws: string, path: string) {
  return queryOptions({
    queryKey: [...filesKey(project, ws), 'entry', path],
    queryFn: ({ signal }): Promise<FileEntry | null> => readEntry(project, ws, path, signal),
    refetchOnWindowFocus: true,
  });
}

export async function readEntry(
  project: string,
  ws: string,
  path: string,
  signal?: AbortSignal,
): Promise<FileEntry | null> {
  const at = path.lastIndexOf('/');
  const [found]: FileEntry[] = await readBody(
    api.GET(FILES, {
      params: {
        path: { project_id: project },
        // A glob returns an empty list for a missing path, while a 404 response would appear in the console.
        query: { path: path.slice(0, at) || '/', ws, glob: literal(path.slice(at + 1)) },
      },
      ...(signal && { signal }),
    }),
  );
  return found ?? null;
}

/** Versions of a file, newest first. */
export function versionsQuery(project: string, ws: string, path: string) {
  return pagesQuery<FileVersion>([...filesKey(project, ws), 'versions', path], (place, signal) =>
    api.GET(`${FILES}/versions`, {
      params: { path: { project_id: project }, query: { path, ws, limit: VERSIONS, ...place } },
      signal,
    }),
  );
}

/** Last versions of deleted files at and below a path. */
export function deletedQuery(project: string, ws: string, path: string) {
  return pagesQuery<FileVersion>([...filesKey(project, ws), 'deleted', path], (place, signal) =>
    api.GET(`${FILES}/deleted`, {
      params: { path: { project_id: project }, query: { path, ws, limit: VERSIONS, ...place } },
      signal,
    }),
  );
}

/** Counts of the files and folders below a folder. */
export function belowQuery(project: string, ws: string, path: string) {
  return queryOptions({
    queryKey: [...filesKey(project, ws), 'below', path],
    queryFn: async ({ signal }): Promise<Below> => {
      const { items, truncated } = await allPages<FileEntry>(
        () =>
          api.GET(FILES, {
            params: {
              path: { project_id: project },
              query: { path, ws, recursive: true, limit: COUNTED },
            },
            signal,
          }),
        1,
      );
      const files = items.filter(({ type }) => type === 'file');
      return {
        files: files.length,
        folders: items.length - files.length,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
        more: truncated,
      };
    },
    gcTime: 0,
  });
}

/** Headings of a Markdown file, with their anchors and lines. */
export function outlineQuery(project: string, ws: string, path: string) {
  return queryOptions({
    queryKey: [...filesKey(project, ws), 'outline', path],
    queryFn: async ({ signal }) =>
      (
        await readBody(
          api.GET(`${FILES}/outline`, {
            params: { path: { project_id: project }, query: { path, ws } },
            signal,
          }),
        )
      ).headings,
  });
}

/** Returns the glob pattern that matches only this name. */
function literal(name: string): string {
  return name.replaceAll(/[*?[\]{}\\]/g, '\\$&');
}
