import { lstat } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path/posix';
import { getErrorMessage } from '../../../../base/kernel/errors.js';
import { listFolderEntries, type FolderEntry, NOT_UTF8 } from '../folder-entries.js';

/** A file in the synced folder. */
export interface LocalFile {
  /** Path relative to the folder, with `/` and in NFC, as on the server. */
  path: string;
  /** Absolute path as written in the file system. */
  file: string;
  size: number;
  /** Changes whenever the content may have changed. */
  stamp: string;
  /** Time of the last change, in ms since the epoch. */
  changedAt: number;
}

/** A file or folder that is not synced, with the reason. */
export interface LeftOut {
  path: string;
  reason: string;
  /** True if it could not be read, so its contents are unknown. */
  unread?: boolean;
}

export interface LocalTree {
  files: Map<string, LocalFile>;
  /** Paths of the folders below the synced one. */
  folders: Set<string>;
  left: LeftOut[];
}

/** Names of files that systems, editors and other programs create beside the user's files. */
const IGNORED: readonly RegExp[] = [
  /^\.(git|hg|svn|metarun|DS_Store|Trashes|Spotlight-V100|fseventsd)$/,
  /^(Thumbs\.db|desktop\.ini|Icon\r|__MACOSX)$/i,
  // Lock files of open documents, and temporary copies of editors and browsers.
  /^(~\$|\.~lock\.|\._|\.goutputstream-)/,
  /(~|\.(swp|swo|swx|tmp|part|partial|crdownload))$/i,
  // Vim's test file for write access.
  /^4913$/,
];

/** Returns the reason for not syncing a path, or null if it is synced. */
export function ignoredReason(path: string, excluded: readonly string[]): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (IGNORED.some((pattern) => pattern.test(name))) return 'ignored by its name';
  const pattern = excluded.find((one) => matchesGlob(path, one) || matchesGlob(name, one));
  return pattern === undefined ? null : `excluded by ${pattern}`;
}

/** Lists the files in a folder. Rejects if the folder itself cannot be read. */
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
  for (const { name, isUtf8, kind } of await listFolderEntries(folder)) {
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
    tree.files.set(path, { path, file, ...(await readFileStatus(file)) });
  } catch (error) {
    // The file was deleted after its folder was listed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    tree.left.push({ path, reason: unreadable(error), unread: true });
  }
}

/** Returns the size of a file and the stamp that changes with its content. */
export async function readFileStatus(file: string): Promise<Omit<LocalFile, 'path' | 'file'>> {
  const { size, mtimeNs, ctimeNs, ino } = await lstat(file, { bigint: true });
  const stamp = `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
  return { size: Number(size), stamp, changedAt: Number(ctimeNs / 1_000_000n) };
}

export function unreadable(error: unknown): string {
  return `cannot be read: ${getErrorMessage(error)}`;
}
