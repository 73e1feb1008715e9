import { randomBytes } from 'node:crypto';
import { createWriteStream, openSync } from 'node:fs';
import { lstat, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getErrorMessage } from '../../base/kernel/errors.js';
import { namesBelow } from './api/server-names.js';
import { CommandError, wrongAnswer } from './command-error.js';
import { removedAtExit } from './interrupted-transfer.js';
import { plainLine } from './plain-text.js';
import { bytesText } from './units.js';

/**
 * Returns the place below `folder` for a file below `directory` on a server. Throws if the path leads out of `folder`,
 * since names from a server are untrusted.
 */
export function targetBelow(folder: string, directory: string, path: string): string {
  const names = namesBelow(directory, path);
  if (names === null) throw outside(path, folder);
  return join(folder, ...names);
}

export interface WriteOptions {
  within?: string | undefined;
  /** Expected size in bytes, or null if it is unknown. */
  size: number | null;
  /** Maximum size in bytes: the size announced by the server or a limit. At least `size`. */
  most: number;
  /** Called with the number of bytes received since the last call. */
  onBytes?: ((count: number) => void) | undefined;
}

/**
 * Writes a file atomically, through a temporary file in the same folder. `within` is an existing folder that links on
 * the way must not leave. Returns the number of bytes.
 */
export async function writeWhole(
  target: string,
  content: Readable,
  { within, size, most, onBytes }: WriteOptions,
): Promise<number> {
  // The pipeline below reports errors that occur before it starts. Without a listener, they would end the process.
  content.on('error', () => {});
  const parent = dirname(target);
  if (within === undefined) await mkdir(parent, { recursive: true });
  else if (!(await makeWithin(parent, within))) throw outside(target, within);
  const next = join(parent, `.${basename(target).slice(0, 100)}.${randomBytes(6).toString('hex')}`);
  const unfinished = removedAtExit(next);
  try {
    // Opened at once: a later open could run after the file was removed here or at the end of the process.
    const file = createWriteStream(next, { fd: openSync(next, 'wx') });
    await pipeline(content, counted(target, most, onBytes), file);
    if (size !== null && file.bytesWritten !== size)
      throw new CommandError(
        `${target} is not whole: ${file.bytesWritten} of ${size} bytes came.`,
        {
          code: 'cut_off',
          fix: 'Try again; nothing was written.',
        },
      );
    await rename(next, target);
    return file.bytesWritten;
  } catch (error) {
    await rm(next, { force: true });
    throw error instanceof CommandError ? error : notWritten(target, error);
  } finally {
    unfinished[Symbol.dispose]();
  }
}

/** Stops a download that exceeds `most` bytes, before the excess is written. */
function counted(target: string, most: number, onBytes: WriteOptions['onBytes']) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let count = 0;
    for await (const chunk of chunks) {
      count += chunk.byteLength;
      if (count > most)
        throw wrongAnswer(
          `The server sent more than ${bytesText(most)} for ${plainLine(target)}, which was not written.`,
          'Try again: it may have changed meanwhile.',
        );
      onBytes?.(chunk.byteLength);
      yield chunk;
    }
  };
}

/** Returns whether a path exists, including as a broken link. */
export async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

/** Creates a folder below the existing folder `root`. Returns false and stops if a link on the way leads out of it. */
async function makeWithin(folder: string, root: string): Promise<boolean> {
  let place = root;
  for (const name of relative(root, folder).split(sep)) {
    place = join(place, name);
    if (!(await isTaken(place))) await mkdir(place, { recursive: true });
    if (!(await isWithin(place, root))) return false;
  }
  return true;
}

async function isWithin(folder: string, root: string): Promise<boolean> {
  // A broken link may later point anywhere.
  const [real, top] = await Promise.all([realpath(folder).catch(() => ''), realpath(root)]);
  return real === top || real.startsWith(top.endsWith(sep) ? top : top + sep);
}

function notWritten(target: string, error: unknown): CommandError {
  const isOfDisk = error instanceof Object && 'syscall' in error && 'path' in error;
  if (isOfDisk)
    return new CommandError(`${target} cannot be written: ${getErrorMessage(error)}`, {
      code: 'not_written',
    });
  return new CommandError(`${target} is not whole: the connection broke off.`, {
    code: 'cut_off',
    fix: 'Try again; nothing was written.',
    cause: error,
  });
}

function outside(path: string, folder: string): CommandError {
  return new CommandError(`${plainLine(path)} is not below ${folder}: it was not written.`, {
    code: 'outside',
    docs: 'cli-tasks.md#files',
  });
}
