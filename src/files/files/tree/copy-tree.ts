import type { FileEntity } from './file.entity.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { newId } from '../../../base/kernel/ids.js';
import { bytesOfRow, toContentColumns, contentOfRow } from '../content/file-content.js';
import { getBaseName, getParentPath } from './file-path.js';
import type { FileTree } from './file-tree.js';
import { resolveMimeType } from '../content/mime-type.js';
import { notConverted } from '../documents/not-converted.js';

/** Maximum number of entries per copy: its transaction blocks all other writers of SQLite. */
export const MAX_COPIED = 2_000;

/**
 * Copies a row and everything below it to a free path that is not below the old one; the copies name the same blobs.
 * `assertFits` receives the size of the copies before anything is written, and throws if they do not fit. Throws
 * `too_large` beyond {@link MAX_COPIED} files and directories, `document_converting` for a file without content.
 */
export async function copyTree(
  tree: FileTree,
  row: FileEntity,
  to: string,
  assertFits: (bytes: number) => Promise<void>,
): Promise<FileEntity> {
  await tree.assertFits(row.path, to);
  const below = row.type === 'file' ? [] : await tree.below(row.path, MAX_COPIED);
  if (below.length === MAX_COPIED)
    throw new MetarunError(
      'too_large',
      `"${row.path}" has ${MAX_COPIED} or more files and directories in it: copy its directories one by one.`,
    );
  const rows = [row, ...below];
  for (const source of rows)
    if (source.type === 'file' && source.blob_id === null) throw notConverted(source);
  await assertFits(rows.reduce((bytes, source) => bytes + bytesOfRow(source), 0));
  const before = await tree.history.predecessors(to);
  const copies = rows.map((source) => {
    const path = to + source.path.slice(row.path.length);
    const last = source.type === 'file' ? before.get(path) : undefined;
    const content = contentOfRow(source);
    const copy: FileEntity = {
      ...source,
      // The copy does not wait for a conversion, even if the file does.
      ...(content && toContentColumns(content)),
      id: last?.fileId ?? newId(),
      version: (last?.number ?? 0) + 1,
      path,
      parent_path: getParentPath(path),
      name: getBaseName(path),
      mime_type: source.type === 'file' ? resolveMimeType(getBaseName(path)) : '',
      synced_as: null,
      created_at: tree.now,
      updated_at: tree.now,
    };
    return copy;
  });
  await tree.insertAll(copies);
  const [copied] = copies;
  if (!copied) throw new Error('nothing was copied');
  return copied;
}
