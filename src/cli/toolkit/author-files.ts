import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { FileEntry } from '@metarun/client';
import { toEtag } from '../../files/files/content/etag.js';
import { filesBelow, type FolderFile, hashFile } from '../../tooling/local/folder-files.js';
import type { Remote } from './upload-file.js';

/** Name of the folder beside a script that contains its workspace files. */
const WORKSPACE_FOLDER = 'workspace';
const PAGE = 1000;

/** Files of a meta-task's folder that are missing from a workspace or differ there. */
export interface FilesPlan {
  added: FolderFile[];
  changed: FolderFile[];
}

/**
 * Returns the files in `workspace/` of a meta-task's folder, by path. Throws GuidedError for special files and for
 * folders that are too large.
 */
export async function authorFiles(folder: string): Promise<FolderFile[]> {
  const workspace = join(folder, WORKSPACE_FOLDER);
  return existsSync(workspace) ? filesBelow(workspace) : [];
}

/** Compares files with those of a workspace. `remote` is null if the workspace does not exist yet. */
export async function planFiles(
  files: readonly FolderFile[],
  remote: Remote | null,
): Promise<FilesPlan> {
  const plan: FilesPlan = { added: [], changed: [] };
  if (files.length === 0) return plan;
  const there = remote === null ? new Map<string, string | null>() : await etagsIn(remote);
  for (const file of files) {
    const etag = there.get(file.path);
    if (etag === undefined) plan.added.push(file);
    else if (etag !== null && etag !== toEtag((await hashFile(file.file)) ?? ''))
      plan.changed.push(file);
  }
  return plan;
}

/**
 * Returns the ETags of a workspace's files by path. A converted document is also listed by its original name, with
 * null.
 */
async function etagsIn({ client, ws }: Remote): Promise<Map<string, string | null>> {
  const etags = new Map<string, string | null>();
  for await (const entry of client.files.all({ ...ws, recursive: true, limit: PAGE }))
    for (const [path, etag] of listEtags(entry)) etags.set(path, etag);
  return etags;
}

function listEtags({
  path,
  type,
  etag,
  converted_from: from,
}: FileEntry): [string, string | null][] {
  if (type !== 'file') return [];
  if (from === null) return [[path, etag]];
  return [[posix.join(posix.dirname(path), from), null]];
}
