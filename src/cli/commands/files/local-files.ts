import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { messageOf } from '../../../base/kernel/errors.js';
import { usageError } from '../../toolkit/command-error.js';
import { entriesOf } from './folder-entries.js';

export interface LocalFile {
  /** Absolute. */
  path: string;
  /** Below what was typed: `["june", "report.md"]`. */
  parts: string[];
  /** Bytes. */
  size: number;
}

/** A path that is not sent, and how that is said of it. */
export interface LeftFile {
  path: string;
  reason: string;
}

export interface LocalSource {
  /** As the last part of its path says; '' for `folder/.`, whose contents are meant, as by `cp -r`. */
  name: string;
  isFolder: boolean;
  files: LocalFile[];
  /** Holds what is neither a file nor a folder, and links to folders. */
  left: LeftFile[];
  /** Paths of what has a name that is not UTF-8. */
  unnamed: string[];
}

/** A file, or with `recursive` a folder with all that is below it. Throws a usage error for what cannot be uploaded. */
export async function localSource(typed: string, recursive: boolean): Promise<LocalSource> {
  const path = resolve(typed);
  const found = await stat(path).catch((error: unknown) => {
    throw usageError(`${typed} cannot be read: ${messageOf(error)}`);
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
  for (const { name, isUtf8, kind } of await entriesOf(folder)) {
    const path = join(folder, name);
    const below = [...parts, name];
    if (!isUtf8) source.unnamed.push(path);
    else if (kind.isDirectory()) await gather(path, below, source);
    else {
      const found = await stat(path).catch(() => null);
      // A link to a folder may lead around in a circle.
      if (found?.isFile()) source.files.push({ path, parts: below, size: found.size });
      else source.left.push({ path, reason: 'is no file' });
    }
  }
}
