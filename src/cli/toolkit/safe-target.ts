import { randomBytes } from 'node:crypto';
import { createWriteStream, openSync } from 'node:fs';
import { lstat, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../base/kernel/errors.js';
import { namesBelow } from './api/server-names.js';
import { CommandError, wrongAnswer } from './command-error.js';
import { removedAtExit } from './interrupted-transfer.js';
import { plainLine } from './plain-text.js';
import { bytesText } from './units.js';

/**
 * Where a file below `directory` on a server goes below `folder`. Throws for a path that leads out of it, whatever a
 * server says: names are those of strangers.
 */
export function targetBelow(folder: string, directory: string, path: string): string {
  const names = namesBelow(directory, path);
  if (names === null) throw outside(path, folder);
  return join(folder, ...names);
}

export interface WriteOptions {
  within?: string | undefined;
  /** Bytes that it must have; null if that is not known. */
  size: number | null;
  /** Bytes that it may have: what the server has promised, or a limit; no less than `size`. */
  most: number;
  /** Called with the number of bytes that have just come. */
  onBytes?: ((count: number) => void) | undefined;
}

/**
 * Writes a file as a whole: beside its place first, then under its name, so that no reader sees half of it. `within`: no
 * link among the folders on the way may lead out of this one, which exists. Returns its number of bytes.
 */
export async function writeWhole(
  target: string,
  content: Readable,
  { within, size, most, onBytes }: WriteOptions,
): Promise<number> {
  // The pipeline below finds an error that comes before it begins; without a listener it would end the process.
  content.on('error', () => {});
  const parent = dirname(target);
  if (within === undefined) await mkdir(parent, { recursive: true });
  else if (!(await makeWithin(parent, within))) throw outside(target, within);
  const next = join(parent, `.${basename(target).slice(0, 100)}.${randomBytes(6).toString('hex')}`);
  const unfinished = removedAtExit(next);
  try {
    // At once: what opens it later may do so after it was removed here, or by the end of the process.
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

/** Ends what a server sends beyond `most` bytes, before a byte of that is written. */
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

/** Returns whether the name is in use, also by a link that leads nowhere. */
export async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

/** Makes a folder below `root`, which exists. Returns false, and makes nothing further, where a link on the way leads out of that. */
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
  // A link that leads nowhere now may lead anywhere later.
  const [real, top] = await Promise.all([realpath(folder).catch(() => ''), realpath(root)]);
  return real === top || real.startsWith(top.endsWith(sep) ? top : top + sep);
}

function notWritten(target: string, error: unknown): CommandError {
  const isOfDisk = error instanceof Object && 'syscall' in error && 'path' in error;
  if (isOfDisk)
    return new CommandError(`${target} cannot be written: ${messageOf(error)}`, {
      code: 'not_written',
    });
  return new CommandError(`${target} is not whole: the connection broke off.`, {
    code: 'cut_off',
    fix: 'Try again; nothing was written.',
    cause: error,
  });
}

function outside(path: string, folder: string): CommandError {
  return new CommandError(`${plainLine(path)} is no place below ${folder}: it was not written.`, {
    code: 'outside',
    docs: 'cli-tasks.md#files',
  });
}
