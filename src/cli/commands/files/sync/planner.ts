import { posix } from 'node:path';
import { isMarkdownName, markdownPath } from '../../../../files/files/documents/document-paths.js';
import { inWaves, takenBy, takenReason } from '../places.js';
import type { LeftOut, LocalFile, LocalTree } from './local-tree.js';
import type { RemoteFile, RemoteTree } from './remote-tree.js';

/** Files that can be uploaded in parallel. */
export interface Wave {
  /** Files that the server lacks or has with a different size. */
  send: LocalFile[];
  /** Files of equal size whose contents have to be compared. */
  compare: { local: LocalFile; remote: RemoteFile }[];
}

/** Steps that bring the server to the state of the folder, in order. */
export interface Plan {
  /**
   * Files that are deleted first because their path conflicts with an upload: a folder became a file or a file became a
   * folder.
   */
  clear: RemoteFile[];
  /** Uploads. A file comes in a later wave than a document that may occupy its path. */
  waves: Wave[];
  /** Other files that this sync has uploaded and that were deleted from the folder. */
  remove: RemoteFile[];
  left: LeftOut[];
}

/** Plans a sync. Only files that the sync called `name` has uploaded are deleted. */
export function planSync(local: LocalTree, remote: RemoteTree, name: string): Plan {
  const plan: Plan = { clear: [], waves: [], remove: [], left: [...local.left] };
  const findRemotePath = (path: string): string | undefined =>
    local.files.has(path) ? remote.files.get(path)?.path : undefined;
  for (const files of inWaves(local.files.values(), ({ path }) => path)) {
    const wave: Wave = { send: [], compare: [] };
    for (const file of files) {
      const there = remote.files.get(file.path);
      const document = takenBy(file.path, findRemotePath);
      if (document !== null) plan.left.push({ path: file.path, reason: takenReason(document) });
      else if (there?.size === file.size) wave.compare.push({ local: file, remote: there });
      else wave.send.push(file);
    }
    plan.waves.push(wave);
  }
  const kept = new Set(local.left.map(({ path }) => path));
  const isInTheWay = obstacles(plan.waves, remote);
  for (const file of remote.files.values()) {
    if (file.syncedAs !== name || local.files.has(file.source)) continue;
    // Skipped files still exist locally, and files that could not be read may exist.
    if (isWithin(file.source, kept)) continue;
    (isInTheWay(file) ? plan.clear : plan.remove).push(file);
  }
  return plan;
}

/** Returns a predicate for server files whose path, or whose media files' paths, conflict with an upload. */
function obstacles(
  waves: readonly Wave[],
  { directory, media }: RemoteTree,
): (file: RemoteFile) => boolean {
  const targets = new Set<string>();
  const above = new Set<string>();
  for (const { path } of waves.flatMap(({ send }) => send)) {
    const target = posix.join(directory, path);
    targets.add(target);
    if (!isMarkdownName(target)) targets.add(markdownPath(target));
    for (let at = posix.dirname(target); at.length > directory.length; at = posix.dirname(at))
      above.add(at);
  }
  return ({ path, source }) =>
    [path, ...(media.get(source) ?? []).map((one) => one.path)].some(
      (each) => above.has(each) || isWithin(each, targets),
    );
}

/** Returns whether a path equals one of `those` or lies below one. */
function isWithin(path: string, those: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (those.has(path.slice(0, end))) return true;
  return false;
}
