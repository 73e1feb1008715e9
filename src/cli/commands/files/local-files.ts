import { opendir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { messageOf } from '../../../base/kernel/errors.js';
import { usageError } from '../../toolkit/command-error.js';

export interface LocalFile {
  /** Absolute. */
  path: string;
  /** Below what was typed: `["june", "report.md"]`. */
  parts: string[];
  /** Bytes. */
  size: number;
}

export interface LocalSource {
  /** As the last part of its path says; '' for `folder/.`, whose contents are meant, as by `cp -r`. */
  name: string;
  isFolder: boolean;
  files: LocalFile[];
  /** Paths of what is neither file nor folder, and of links to folders. */
  left: string[];
}

/** A file, or with `recursive` a folder with all that is below it. Throws a usage error for what cannot be uploaded. */
export async function localSource(typed: string, recursive: boolean): Promise<LocalSource> {
  const path = resolve(typed);
  const found = await stat(path).catch((error: unknown) => {
    throw usageError(`${typed} cannot be read: ${messageOf(error)}`);
  });
  const isContents = /(^|\/)\.\.?\/*$/.test(typed);
  const name = isContents ? '' : basename(path);
  const source = { name, isFolder: found.isDirectory(), left: [] };
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
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    const below = [...parts, entry.name];
    if (entry.isDirectory()) await gather(path, below, source);
    else {
      const found = await stat(path).catch(() => null);
      // A link to a folder may lead around in a circle.
      if (found?.isFile()) source.files.push({ path, parts: below, size: found.size });
      else source.left.push(path);
    }
  }
}
