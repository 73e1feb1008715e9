import { posix } from 'node:path';
import { answerOf, type FileEntry, type MetarunClient } from '@metarun/client';
import { uploadBody } from './upload-body.js';

/** A server, and which of its project's workspaces is meant. */
export interface Remote {
  client: MetarunClient;
  /** Id of the workspace, as a query; empty for the default one. */
  ws: { ws?: string };
}

/**
 * Uploads a file of this machine to a path of a workspace, as it is read. `onBytes` is called with the number of bytes
 * that have just been sent. `more`: further fields of the form.
 */
export async function uploadFile(
  { client, ws }: Remote,
  file: string,
  path: string,
  onBytes: (count: number) => void = () => undefined,
  more: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<FileEntry> {
  const fields = { ...ws, ...more, dir_path: posix.dirname(path) };
  const upload = uploadBody(file, posix.basename(path), fields, onBytes);
  const result = await client.api.POST('/external/v1/projects/{project_id}/files/upload', {
    params: { path: { project_id: client.project } },
    body: { file: [] },
    bodySerializer: () => upload.body,
    headers: { 'Content-Type': upload.contentType },
    duplex: 'half',
    ...(signal && { signal }),
  });
  const [entry] = [answerOf(result)].flat();
  if (entry === undefined || 'stored' in entry)
    throw new Error('an upload was answered without its file');
  return entry;
}
