import { posix } from 'node:path';
import { isMarkdownName, markdownPath } from '../../../../files/files/documents/document-paths.js';
import { inWaves, takenBy, takenReason } from '../places.js';
import type { LeftOut, LocalFile, LocalTree } from './local-tree.js';
import type { RemoteFile, RemoteTree } from './remote-tree.js';

/** Files that can be brought to the server at the same time. */
export interface Wave {
  /** The files that the server does not have, or has with another size. */
  send: LocalFile[];
  /** The files of equal size, whose content has to be compared. */
  compare: { local: LocalFile; remote: RemoteFile }[];
}

/** The steps that make the server hold what the folder holds, in their order. */
export interface Plan {
  /** The files that are removed first, since they stand where something is sent to: a folder that was a file, or a file that was a folder. */
  clear: RemoteFile[];
  /** A file whose place a document may take comes after that. */
  waves: Wave[];
  /** The other files that a sync of this name has put there and that are gone from the folder. */
  remove: RemoteFile[];
  left: LeftOut[];
}

/** `name` is the name of the sync; only what it has put there is removed. */
export function planSync(local: LocalTree, remote: RemoteTree, name: string): Plan {
  const plan: Plan = { clear: [], waves: [], remove: [], left: [...local.left] };
  const placeOf = (path: string): string | undefined =>
    local.files.has(path) ? remote.files.get(path)?.path : undefined;
  for (const files of inWaves(local.files.values(), ({ path }) => path)) {
    const wave: Wave = { send: [], compare: [] };
    for (const file of files) {
      const there = remote.files.get(file.path);
      const document = takenBy(file.path, placeOf);
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
    // What was left out is there, and what could not be read may be.
    if (isWithin(file.source, kept)) continue;
    (isInTheWay(file) ? plan.clear : plan.remove).push(file);
  }
  return plan;
}

/** Returns a function that says whether a file on the server, or what was in its document, is where a file is sent to, above or below. */
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

/** Returns whether a path is one of these, or below one. */
function isWithin(path: string, those: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (those.has(path.slice(0, end))) return true;
  return false;
}
