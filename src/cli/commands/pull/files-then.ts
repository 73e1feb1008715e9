import {
  ApiError,
  everyPage,
  type FileEntry,
  type FileVersion,
  type MetarunClient,
} from '@metarun/client';
import { type Glob, GlobError, parseGlob } from '../../../files/files/reading/glob.js';
import { allPages } from '../../toolkit/api/all-pages.js';
import { usageError } from '../../toolkit/command-error.js';

/** A file with one of its contents. */
export interface FileThen {
  /** Path at that time. */
  path: string;
  /** Size, in bytes. */
  size: number;
  /** Id of the version; null for the current content. */
  version: string | null;
  /** True if the content of that time is lost and the current one takes its place. */
  asNow: boolean;
}

const PAGE = 1000;
/** Number of files whose versions are requested in parallel. */
const AT_ONCE = 4;

/**
 * Returns the files of a workspace as they were at a moment (ms since the epoch), by path. Files that were overwritten,
 * moved or deleted since are found by their versions. `patterns` filters the paths; an empty list matches all.
 */
export async function filesThen(
  client: MetarunClient,
  ws: { ws?: string },
  moment: number,
  patterns: readonly string[],
): Promise<FileThen[]> {
  const globs = patterns.map(readGlob);
  const isWanted = (path: string): boolean =>
    globs.length === 0 || globs.some((glob) => glob.matches(path.slice(1)));
  const found: FileThen[] = [];
  const changed: FileEntry[] = [];
  for await (const entry of client.files.all({ ...ws, recursive: true, limit: PAGE })) {
    if (entry.type !== 'file' || !hasContent(entry)) continue;
    if (Date.parse(entry.updated_at) > moment) changed.push(entry);
    else found.push({ path: entry.path, size: entry.size, version: null, asNow: false });
  }
  const deleted = await deletedSince(client, ws, moment);
  const paths = [...changed, ...deleted].filter(({ path }) => isWanted(path));
  const waiting = paths.values();
  const work = async (): Promise<void> => {
    for (const file of waiting) found.push(...(await earlier(client, ws, file, moment)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found
    .filter(({ path }) => isWanted(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function readGlob(pattern: string): Glob {
  try {
    return parseGlob(pattern);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    throw usageError(`--files ${pattern}: the pattern ${error.message}.`);
  }
}

function hasContent({ conversion }: FileEntry): boolean {
  return conversion === null || conversion.status === 'converted';
}

async function deletedSince(
  client: MetarunClient,
  ws: { ws?: string },
  moment: number,
): Promise<FileVersion[]> {
  const path = { project_id: client.project };
  const found = await allPages((page) =>
    client.api.GET('/external/v1/projects/{project_id}/files/deleted', {
      params: { path, query: { ...ws, ...page } },
    }),
  );
  return found.filter(({ ended_at }) => ended_at !== null && Date.parse(ended_at) > moment);
}

/** Returns the version of a file at the moment, or nothing if it did not exist yet. */
async function earlier(
  client: MetarunClient,
  ws: { ws?: string },
  file: FileEntry | FileVersion,
  moment: number,
): Promise<FileThen[]> {
  try {
    const list = (query: Parameters<typeof client.files.versions>[1]) =>
      client.files.versions(file.path, query);
    for await (const page of everyPage(list, { ...ws, limit: PAGE }))
      for (const version of page.items) {
        const { id, path, size, updated_at, ended_at } = version;
        const isPresent = ended_at === null;
        if (Date.parse(updated_at) <= moment)
          return [{ path, size, version: isPresent ? null : id, asNow: false }];
      }
  } catch (error) {
    // The file was permanently deleted in the meantime.
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
  // The old content has expired or the file was moved here, so it is only known that the file existed.
  if (!('created_at' in file) || Date.parse(file.created_at) > moment) return [];
  return [{ path: file.path, size: file.size, version: null, asNow: true }];
}
