import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { usageError } from '../../toolkit/command-error.js';
import { listFolderEntries } from './folder-entries.js';

export interface LocalFile {
  /** Absolute path. */
  path: string;
  /** Path segments relative to the given folder, such as `["june", "report.md"]`. */
  parts: string[];
  /** Size, in bytes. */
  size: number;
}

/** A path that is not uploaded, with the reason. */
export interface LeftFile {
  path: string;
  reason: string;
}

export interface LocalSource {
  /** Last segment of the path; '' for `folder/.`, which means the folder's contents, as in `cp -r`. */
  name: string;
  isFolder: boolean;
  files: LocalFile[];
  /** Entries that are neither files nor folders, and links to folders. */
  left: LeftFile[];
  /** Paths with names that are not UTF-8. */
  unnamed: string[];
}

/**
 * Returns a file or, with `recursive`, a folder with everything below it. Throws a usage error if it cannot be
 * uploaded.
 */
export async function localSource(typed: string, recursive: boolean): Promise<LocalSource> {
  const path = resolve(typed);
  const found = await stat(path).catch((error: unknown) => {
    throw usageError(`${typed} cannot be read: ${getErrorMessage(error)}`);
  });
  const isContents = /(^|\/)\.\.?\/*$/.test(typed);
  const name = isContents ? '' : basename(path);
  const source = { name, isFolder: found.isDirectory(), left: [], unnamed: [] };
  if (found.isFile()) return { ...source, files: [{ path, parts: [], size: found.size }] };
  if (!found.isDirectory()) throw usageError(`${typed} is neither a file nor a folder.`);
  if (!recursive) throw usageError(`${typed} is a folder.`, 'Give -r to upload all that is in it.');
  const all: LocalSource = { ...source, files: [] };
  await gather(path, [], all);
  return all;
}

async function gather(
  folder: string,
  parts: readonly string[],
  source: LocalSource,
): Promise<void> {
  for (const { name, isUtf8, kind } of await listFolderEntries(folder)) {
    const path = join(folder, name);
    const below = [...parts, name];
    if (!isUtf8) source.unnamed.push(path);
    else if (kind.isDirectory()) await gather(path, below, source);
    else {
      const found = await stat(path).catch(() => null);
      // A link to a folder is not followed, since it may form a cycle.
      if (found?.isFile()) source.files.push({ path, parts: below, size: found.size });
      else source.left.push({ path, reason: 'is not a file' });
    }
  }
}
