import type { FileEntry } from '@metarun/client';
import { namesBelow } from '../../../toolkit/api/server-names.js';
import type { Remote } from '../../../toolkit/upload-file.js';

const PAGE = 1000;

/** A file on the server, as a sync sees it. */
export interface RemoteFile {
  /** Absolute. */
  path: string;
  /** The file that it was made of, below the target directory: of a document that, else itself. */
  source: string;
  /** Bytes of the source. */
  size: number;
  /** The ETag of the source: of a document that was converted its own, not that of its Markdown. */
  etag: string;
  /** For conditions of a request. */
  ownEtag: string;
  syncedAs: string | null;
  conversion: FileEntry['conversion'];
}

export interface RemoteTree {
  /** The target, absolute. */
  directory: string;
  /** By their sources. */
  files: Map<string, RemoteFile>;
  /** Paths of the files that were in documents, by the source of the document. */
  media: Map<string, { path: string; etag: string }[]>;
  /** Absolute paths of directories below the target. */
  directories: string[];
}

/** Reads what is at and below a directory; nothing where it is not there. */
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

/** Puts an entry of a list where it belongs. What a server could not have given, or is the folder of a command itself, is left out. */
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
    // It was in a document that stands beside its directory.
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
