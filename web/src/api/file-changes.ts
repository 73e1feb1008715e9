import { api, readBody } from './client.js';
import type { FileEntry } from './types.js';

const FILES = '/external/v1/projects/{project_id}/files' as const;

/** Moves a file or folder. `etag` guards a file against concurrent changes; it is null for a folder. */
export function moveFile(
  project: string,
  ws: string,
  { path, etag }: Pick<FileEntry, 'path' | 'etag'>,
  to: string,
): Promise<FileEntry> {
  return readBody(
    api.POST(`${FILES}/move`, {
      params: { path: { project_id: project } },
      body: { from: path, to, ws },
      headers: ifMatch(etag),
    }),
  );
}

/** Deletes a file in the state given by `etag`, or a folder with its contents. */
export async function deleteFile(
  project: string,
  ws: string,
  { path, etag }: Pick<FileEntry, 'path' | 'etag'>,
): Promise<void> {
  await readBody(
    api.DELETE(FILES, {
      params: { path: { project_id: project }, query: { path, ws } },
      headers: ifMatch(etag),
    }),
  );
}

/** Restores an earlier version of a file. `etag` is that of the file it replaces; null if the path is free. */
export function restoreVersion(
  project: string,
  version: string,
  etag: string | null,
): Promise<FileEntry> {
  return readBody(
    api.POST(`${FILES}/versions/{version_id}/restore`, {
      params: { path: { project_id: project, version_id: version } },
      body: {},
      headers: etag === null ? { 'If-None-Match': '*' } : ifMatch(etag),
    }),
  );
}

/** Permanently deletes the earlier versions of a file. Returns their number. */
export async function dropVersions(project: string, ws: string, path: string): Promise<number> {
  const { dropped } = await readBody(
    api.DELETE(`${FILES}/versions`, {
      params: { path: { project_id: project }, query: { path, ws } },
    }),
  );
  return dropped;
}

/** Converts the document of a file again, in the background. */
export async function convertAgain(project: string, ws: string, path: string): Promise<void> {
  await readBody(
    api.POST(`${FILES}/reconvert`, {
      params: { path: { project_id: project } },
      body: { path, ws, all: true },
    }),
  );
}

function ifMatch(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'If-Match': etag };
}
