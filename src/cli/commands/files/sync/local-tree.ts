import { lstat } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path/posix';
import { messageOf } from '../../../../base/kernel/errors.js';
import { entriesOf, type FolderEntry, NOT_UTF8 } from '../folder-entries.js';

/** A file of the folder that is synced. */
export interface LocalFile {
  /** Below the folder, with `/`, in NFC: as the server writes it. */
  path: string;
  /** Absolute, as the file system has it. */
  file: string;
  size: number;
  /** Changes whenever the content may have changed. */
  stamp: string;
  /** Since when it has been as it is, in ms since the epoch. */
  changedAt: number;
}

/** Something of the folder that is not synced, and why. */
export interface LeftOut {
  path: string;
  reason: string;
  /** True where it could not be read, so that nothing is known of it. */
  unread?: boolean;
}

export interface LocalTree {
  files: Map<string, LocalFile>;
  /** Folders, without the synced one itself. */
  folders: Set<string>;
  left: LeftOut[];
}

/** Names that systems, editors and programs keep beside the files of people. */
const IGNORED: readonly RegExp[] = [
  /^\.(git|hg|svn|metarun|DS_Store|Trashes|Spotlight-V100|fseventsd)$/,
  /^(Thumbs\.db|desktop\.ini|Icon\r|__MACOSX)$/i,
  // Documents that are open, and copies that editors and browsers write first.
  /^(~\$|\.~lock\.|\._|\.goutputstream-)/,
  /(~|\.(swp|swo|swx|tmp|part|partial|crdownload))$/i,
  // By which vim tries whether it may write.
  /^4913$/,
];

/** Returns why a name is not synced; null if it is. */
export function ignoredReason(path: string, excluded: readonly string[]): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (IGNORED.some((pattern) => pattern.test(name))) return 'ignored by its name';
  const pattern = excluded.find((one) => matchesGlob(path, one) || matchesGlob(name, one));
  return pattern === undefined ? null : `excluded by ${pattern}`;
}

/** Reads which files are in a folder. Rejects if the folder itself cannot be read. */
export async function readLocalTree(
  folder: string,
  excluded: readonly string[],
): Promise<LocalTree> {
  const tree: LocalTree = { files: new Map(), folders: new Set(), left: [] };
  await gather(folder, '', excluded, tree);
  return tree;
}

async function gather(
  folder: string,
  below: string,
  excluded: readonly string[],
  tree: LocalTree,
): Promise<void> {
  for (const { name, isUtf8, kind } of await entriesOf(folder)) {
    const path = (below === '' ? name : `${below}/${name}`).normalize('NFC');
    const reason = ignoredReason(path, excluded) ?? kindReason(kind);
    if (reason !== null) tree.left.push({ path, reason });
    else if (!isUtf8) tree.left.push({ path, reason: NOT_UTF8, unread: true });
    else if (tree.files.has(path) || tree.folders.has(path))
      tree.left.push({ path, reason: 'the same name as another in Unicode' });
    else if (kind.isDirectory()) {
      tree.folders.add(path);
      await gather(join(folder, name), path, excluded, tree).catch((error: unknown) => {
        tree.left.push({ path, reason: unreadable(error), unread: true });
      });
    } else await addFile(join(folder, name), path, tree);
  }
}

function kindReason(kind: FolderEntry['kind']): string | null {
  if (kind.isFile() || kind.isDirectory()) return null;
  return kind.isSymbolicLink() ? 'a symbolic link' : 'neither a file nor a folder';
}

async function addFile(file: string, path: string, tree: LocalTree): Promise<void> {
  try {
    tree.files.set(path, { path, file, ...(await statusOf(file)) });
  } catch (error) {
    // It has gone since its folder was read.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    tree.left.push({ path, reason: unreadable(error), unread: true });
  }
}

/** Returns the size of a file, and what changes with its content. */
export async function statusOf(file: string): Promise<Omit<LocalFile, 'path' | 'file'>> {
  const { size, mtimeNs, ctimeNs, ino } = await lstat(file, { bigint: true });
  const stamp = `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
  return { size: Number(size), stamp, changedAt: Number(ctimeNs / 1_000_000n) };
}

export function unreadable(error: unknown): string {
  return `cannot be read: ${messageOf(error)}`;
}
