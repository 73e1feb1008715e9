import type { FileEntity } from './file.entity.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { ROOT } from './file-path.js';
import type { FileTree } from './file-tree.js';
import { FILE_ERRORS } from '../errors.js';

/** Throws `conflict` if a file cannot be written; returns the file that it would replace. */
export function assertNoDirectory(path: string, present: FileEntity | null): FileEntity | null {
  if (path === ROOT || present?.type === 'directory')
    throw new MetarunError('conflict', `"${path}" is a directory; a file cannot take its place.`);
  return present;
}

/** Throws `conflict` unless there is nothing at `path`. */
export function assertFree(path: string, present: FileEntity | null): void {
  if (path === ROOT || present)
    throw new MetarunError(
      'conflict',
      `"${path}" exists already; delete it first or choose another path.`,
    );
}

/**
 * Throws `quota_exceeded` if files that grow by this number of bytes do not fit. Earlier versions make space, files do
 * not.
 */
export async function assertSpace(
  tree: FileTree,
  quotaBytes: number | null,
  growth: number,
): Promise<void> {
  if (quotaBytes === null || growth <= 0) return;
  const used = await tree.usedBytes();
  if (used + growth > quotaBytes)
    throw new MetarunError(
      FILE_ERRORS.quota_exceeded,
      `The workspace holds ${used} of ${quotaBytes} bytes; this would add ${growth}. Delete something first.`,
    );
}
