import type { FileEntry } from '@metarun/client';
import { namesBelow } from '../../../toolkit/api/server-names.js';
import type { Remote } from '../../../toolkit/upload-file.js';

const PAGE = 1000;

/** A file on the server, with the data that a sync needs. */
export interface RemoteFile {
  /** Absolute path. */
  path: string;
  /**
   * Path of the source relative to the target directory: the original document of a converted file, else the file
   * itself.
   */
  source: string;
  /** Size of the source, in bytes. */
  size: number;
  /** ETag of the source. For a converted document, this is not the ETag of its Markdown. */
  etag: string;
  /** ETag of the file itself, for conditional requests. */
  ownEtag: string;
  syncedAs: string | null;
  conversion: FileEntry['conversion'];
}

export interface RemoteTree {
  /** Absolute path of the target. */
  directory: string;
  /** Files by source. */
  files: Map<string, RemoteFile>;
  /** Files extracted from documents, by the document's source. */
  media: Map<string, { path: string; etag: string }[]>;
  /** Absolute paths of directories below the target. */
  directories: string[];
}

/** Lists a directory recursively. Returns an empty tree if it does not exist. */
export async function readRemoteTree(
  { client, ws }: Remote,
  directory: string,
  isThere: boolean,
): Promise<RemoteTree> {
  const tree: RemoteTree = { directory, files: new Map(), media: new Map(), directories: [] };
  if (!isThere) return tree;
  const query = { ...ws, path: directory, recursive: true, limit: PAGE };
  for await (const entry of client.files.all(query)) addEntry(tree, entry);
  return tree;
}

/** Adds a list entry to the tree. Paths that are invalid or inside metarun's own folder are ignored. */
export function addEntry(tree: RemoteTree, entry: FileEntry): void {
  const names = namesBelow(tree.directory, entry.path);
  if (names === null) return;
  if (entry.type === 'directory') {
    tree.directories.push(entry.path);
    return;
  }
  const { path, etag, size, original, converted_from: from, conversion } = entry;
  const ownEtag = etag ?? '';
  const above = names.slice(0, -1);
  if (from !== null && original === null) {
    // The file was extracted from a document that is next to its directory.
    const source = [...above.slice(0, -1), from].join('/');
    const media = tree.media.get(source) ?? [];
    if (above.at(-1) === `${from}.media`)
      tree.media.set(source, [...media, { path, etag: ownEtag }]);
    return;
  }
  const source = from === null ? names.join('/') : [...above, from].join('/');
  tree.files.set(source, {
    path,
    source,
    size: original?.size ?? size,
    etag: original?.etag ?? ownEtag,
    ownEtag,
    syncedAs: entry.synced_as,
    conversion,
  });
}
