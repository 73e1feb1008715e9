import { join, resolve } from 'node:path';
import { toEtag } from '../../files/files/content/etag.js';
import { plainContent } from '../../files/files/content/file-content.js';
import type { FileEntry } from '../../files/files/tree/file-entry.js';
import { normalisePath, ROOT } from '../../files/files/tree/file-path.js';
import type { NewFile } from '../../files/files/tree/file-writer.service.js';
import type { Workspace } from '../../files/files/workspaces/workspace.js';
import { filesBelow, hashFile, openFile, removeFile, replaceFile } from './folder-files.js';
import type { LocalServices } from './local-services.js';

/** Number of files per write, and of entries per read. */
const AT_ONCE = 500;

/** Files that came from folders: if one disappears from the workspace, it is removed from the folder as well. */
const imported = new WeakMap<LocalServices, Map<string, Map<string, string>>>();

/** Copies the files of a folder into a workspace; returns their number. Throws GuidedError if one cannot be copied. */
export async function importFiles(
  services: LocalServices,
  workspace: Workspace,
  folder: string,
): Promise<number> {
  const { changes, config, writer } = services;
  const root = resolve(folder);
  const files = await filesBelow(root);
  const known = importedFrom(services, workspace, root);
  for (let from = 0; from < files.length; from += AT_ONCE) {
    await using blobs = changes.newBlobs();
    const contents: NewFile[] = [];
    for (const { path: given, file } of files.slice(from, from + AT_ONCE)) {
      const path = normalisePath(given, file);
      const blob = await blobs.store(await openFile(file), config.maxUploadBytes);
      contents.push({ path, what: plainContent(blob) });
      known.set(path, file);
    }
    await blobs.commit(() => writer.writeAll(workspace, contents));
  }
  return files.length;
}

/**
 * Makes a folder hold the files of a workspace. Files that came from it and have disappeared are removed; others stay.
 * Returns the paths of files that were written or removed.
 */
export async function exportFiles(
  services: LocalServices,
  workspace: Workspace,
  folder: string,
): Promise<string[]> {
  const root = resolve(folder);
  const known = importedFrom(services, workspace, root);
  const entries = await listAll(services, workspace);
  const present = new Set(entries.map(({ path }) => path));
  const changed: string[] = [];
  for (const [path, file] of known) {
    if (present.has(path)) continue;
    await removeFile(root, file);
    known.delete(path);
    changed.push(path);
  }
  for (const { path, etag } of entries) {
    const file = known.get(path) ?? join(root, path);
    const there = await hashFile(file);
    if (there !== null && toEtag(there) === etag) continue;
    const { content } = await services.reader.open(workspace, path, () => null);
    await replaceFile(root, file, content);
    known.set(path, file);
    changed.push(path);
  }
  return changed.toSorted();
}

/** Returns all files of a workspace, by path. */
export async function listAll(
  { reader }: LocalServices,
  workspace: Workspace,
): Promise<FileEntry[]> {
  const all: FileEntry[] = [];
  let cursor: string | undefined;
  do {
    const place = cursor === undefined ? {} : { cursor };
    const page = await reader.list(workspace, ROOT, { recursive: true, limit: AT_ONCE, ...place });
    all.push(...page.entries.filter(({ type }) => type === 'file'));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** Returns the source of each file of a workspace in one folder. */
function importedFrom(
  services: LocalServices,
  { id }: Workspace,
  root: string,
): Map<string, string> {
  const folders = imported.get(services) ?? new Map<string, Map<string, string>>();
  imported.set(services, folders);
  const key = `${id} ${root}`;
  const files = folders.get(key) ?? new Map<string, string>();
  folders.set(key, files);
  return files;
}
