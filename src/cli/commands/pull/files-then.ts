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

/** A content of a file. */
export interface FileThen {
  /** Where it was. */
  path: string;
  /** Bytes. */
  size: number;
  /** Id of a version; null of the present content. */
  version: string | null;
  /** It was changed since in a way that leaves nothing of then: it is as it is now. */
  asNow: boolean;
}

const PAGE = 1000;
/** Files whose versions are asked for at the same time. */
const AT_ONCE = 4;

/**
 * The files of a workspace as they were at a moment (ms since the epoch), by path: where one was overwritten, moved or
 * deleted since, by its versions. `patterns`: only what matches one of them; all without any.
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

/** Returns the version of a file at the moment; nothing if it did not exist yet. */
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
    // It has been deleted for good in the meantime.
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
  // The contents of then have passed their time, or the file was moved here: only that it was there is known.
  if (!('created_at' in file) || Date.parse(file.created_at) > moment) return [];
  return [{ path: file.path, size: file.size, version: null, asNow: true }];
}
