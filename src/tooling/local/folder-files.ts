import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, type Dirent } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getErrorMessage } from '../../base/kernel/errors.js';
import { GuidedError } from '../../base/kernel/guided-error.js';

/** Maximum number of files in a folder that serves as a workspace, and their total size in bytes. */
const MAX_FILES = 10_000;
const MAX_BYTES = 1024 ** 3;
const DOCS = 'run.md#files';

/** A regular file below a folder. */
export interface FolderFile {
  /** Path in a workspace: `/reports/june.md`. */
  path: string;
  /** Absolute path. */
  file: string;
  size: number;
}

/** Returns all regular files below a folder, by path. Throws GuidedError for special files and beyond the maximum. */
export async function filesBelow(folder: string): Promise<FolderFile[]> {
  const found: FolderFile[] = [];
  let bytes = 0;
  const walk = async (at: string): Promise<void> => {
    for (const entry of await readEntries(at)) {
      const file = join(at, entry.name);
      if (entry.isDirectory()) {
        await walk(file);
        continue;
      }
      if (!entry.isFile())
        throw workspaceError(
          `${file} is a ${entry.isSymbolicLink() ? 'symbolic link' : 'special file'}; a workspace holds regular files alone`,
          'Put a copy of the file there, or move it out of the folder.',
        );
      const { size } = await lstat(file);
      bytes += size;
      found.push({ path: `/${relative(folder, file).split(sep).join('/')}`, file, size });
      if (found.length > MAX_FILES || bytes > MAX_BYTES)
        throw workspaceError(
          `${folder} holds more than a local workspace takes: ${MAX_FILES} files of ${MAX_BYTES / 1024 ** 2} MiB together`,
          'Name a smaller folder with --workspace.',
        );
    }
  };
  await walk(folder);
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Opens a file, which must not have become a link since it was found. */
export async function openFile(file: string): Promise<Readable> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  return handle.createReadStream();
}

/** Returns the SHA-256 of a file in hex; null if it is not a regular file. */
export async function hashFile(file: string): Promise<string | null> {
  const found = await lstat(file).catch(() => null);
  if (found?.isFile() !== true) return null;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Replaces a file below a folder as a whole or not at all; keeps the mode of an existing file. */
export async function replaceFile(folder: string, file: string, content: Readable): Promise<void> {
  await makeFolders(folder, dirname(file));
  const unfinished = join(dirname(file), `.metarun-${randomUUID()}`);
  try {
    // Opened here, since a stream could open the file after its removal below.
    await pipeline(content, (await open(unfinished, 'wx')).createWriteStream());
    const before = await lstat(file).catch(() => null);
    if (before?.isDirectory())
      throw workspaceError(`${file} is a folder, where a file is to be written`);
    if (before?.isFile()) await chmod(unfinished, before.mode & 0o777);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error instanceof GuidedError
      ? error
      : workspaceError(`${file} cannot be written: ${getErrorMessage(error)}`);
  }
}

/** Removes a file, and the parent folders that become empty. */
export async function removeFile(folder: string, file: string): Promise<void> {
  await rm(file, { force: true });
  for (let at = dirname(file); at !== folder; at = dirname(at)) {
    const left = await readdir(at).catch(() => ['?']);
    if (left.length > 0) return;
    await rm(at, { recursive: true, force: true });
  }
}

/** Creates folders one by one, so that none is created behind a link to elsewhere. */
async function makeFolders(folder: string, wanted: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  let at = folder;
  for (const name of relative(folder, wanted).split(sep).filter(Boolean)) {
    at = join(at, name);
    await mkdir(at).catch(() => undefined);
    const found = await lstat(at).catch(() => null);
    if (found?.isDirectory() !== true)
      throw workspaceError(`${at} is not a folder, and files are to be written below it`);
  }
}

async function readEntries(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw workspaceError(`The folder ${folder} cannot be read: ${getErrorMessage(error)}`);
  }
}

function workspaceError(message: string, fix?: string): GuidedError {
  return new GuidedError(`${message}.`, { code: 'workspace_folder', fix, docs: DOCS });
}
