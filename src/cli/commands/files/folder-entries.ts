import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';

export interface FolderEntry {
  /** Name of the entry. Bytes that are not UTF-8 are replaced, so such a name does not lead to the file. */
  name: string;
  isUtf8: boolean;
  kind: Pick<Dirent, 'isDirectory' | 'isFile' | 'isSymbolicLink'>;
}

/** Reason for skipping a file whose name has another encoding. Server paths are Unicode. */
export const NOT_UTF8 = 'its name is not UTF-8';

/** Lists a folder in the same order on every machine. */
export async function listFolderEntries(folder: string): Promise<FolderEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  return entries
    .map((kind) => ({ name: kind.name.toString(), isUtf8: isUtf8(kind.name), kind }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
