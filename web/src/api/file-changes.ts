import { api, bodyOf } from './client.js';
import type { FileEntry } from './types.js';

const FILES = '/external/v1/projects/{project_id}/files' as const;

/** Moves a file or folder. `etag`: of the file that is meant; null of a folder. */
export function moveFile(
  project: string,
  ws: string,
  { path, etag }: Pick<FileEntry, 'path' | 'etag'>,
  to: string,
): Promise<FileEntry> {
  return bodyOf(
    api.POST(`${FILES}/move`, {
      params: { path: { project_id: project } },
      body: { from: path, to, ws },
      headers: ifMatch(etag),
    }),
  );
}

/** Deletes a file as it is, or a folder with all that is in it. */
export async function deleteFile(
  project: string,
  ws: string,
  { path, etag }: Pick<FileEntry, 'path' | 'etag'>,
): Promise<void> {
  await bodyOf(
    api.DELETE(FILES, {
      params: { path: { project_id: project }, query: { path, ws } },
      headers: ifMatch(etag),
    }),
  );
}

/** Makes an earlier content that of its file again. `etag`: of what it replaces; null where there is nothing. */
export function restoreVersion(
  project: string,
  version: string,
  etag: string | null,
): Promise<FileEntry> {
  return bodyOf(
    api.POST(`${FILES}/versions/{version_id}/restore`, {
      params: { path: { project_id: project, version_id: version } },
      body: {},
      headers: etag === null ? { 'If-None-Match': '*' } : ifMatch(etag),
    }),
  );
}

/** Deletes the earlier contents of a file for good. Returns how many those were. */
export async function dropVersions(project: string, ws: string, path: string): Promise<number> {
  const { dropped } = await bodyOf(
    api.DELETE(`${FILES}/versions`, {
      params: { path: { project_id: project }, query: { path, ws } },
    }),
  );
  return dropped;
}

/** Converts the document of a file once more, in the background. */
export async function convertAgain(project: string, ws: string, path: string): Promise<void> {
  await bodyOf(
    api.POST(`${FILES}/reconvert`, {
      params: { path: { project_id: project } },
      body: { path, ws, all: true },
    }),
  );
}

function ifMatch(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'If-Match': etag };
}
