import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';

export interface FolderEntry {
  /** Shows a name of other bytes than UTF-8 with a replacement for these; nothing is found by it then. */
  name: string;
  isUtf8: boolean;
  kind: Pick<Dirent, 'isDirectory' | 'isFile' | 'isSymbolicLink'>;
}

/** The reason why a file is not sent whose name is in another encoding: paths of a server are Unicode. */
export const NOT_UTF8 = 'its name is not UTF-8';

/** Returns what is in a folder, in one order on every machine. */
export async function entriesOf(folder: string): Promise<FolderEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  return entries
    .map((kind) => ({ name: kind.name.toString(), isUtf8: isUtf8(kind.name), kind }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
