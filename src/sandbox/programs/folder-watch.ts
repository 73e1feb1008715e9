import { constants, createReadStream } from 'node:fs';
import {
  chmod,
  type FileHandle,
  lstat,
  open,
  opendir,
  readdir,
  stat,
  statfs,
} from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { findErrorCode } from '../../base/kernel/errors.js';
import { listProcessTree } from '../runtime/process-tree.js';
import type { GuestProcess } from '../runtime/sandbox/spawn-guest.js';

const POLL_MS = 250;
/** Shortest pause between two measurements (ms), unless the file system fills up fast. */
const PAUSE_MS = 1_000;
/** Minimum length of a pause, as a multiple of the measurement before it. */
const PAUSE_TIMES = 10;
/** Minimum size that is counted for a file, to limit the number of files. */
const LEAST_FILE_BYTES = 16 * 1024;
const BLOCK_BYTES = 512;
/** Path length from which a handle is used: the kernel accepts paths of up to 4,096 bytes. */
const LONG_PATH = 3_000;
const SLASH = Buffer.from('/');
/** Mode of a folder that a program writes to: access for its owner only. */
export const FOLDER_MODE = 0o700;
const MIB = 1024 * 1024;

/**
 * Keeps the folder that a program writes to below its quota. If the folder was larger before, it must not grow, so that
 * the program can still delete files.
 */
export class FolderWatch {
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  private bytes = 0;
  private least = 0;
  private free = 0;
  private nextAt = 0;
  private cpuMs: number | null = 0;

  private constructor(
    private readonly path: Buffer,
    private readonly quotaMb: number,
  ) {}

  /** Measures a folder before the program that writes to it starts. Rejects if the folder cannot be read. */
  static async of(path: string, quotaMb: number): Promise<FolderWatch> {
    const watch = new FolderWatch(Buffer.from(path), quotaMb);
    await watch.measure([]);
    watch.least = watch.bytes;
    return watch;
  }

  /** Calls `onExceeded` once, with what the program has done, such as "has written more than 256 MiB to its folder". */
  begin(guest: GuestProcess, onExceeded: (what: string) => void): void {
    this.timer = setTimeout(() => {
      this.poll(guest).then(
        (what) => {
          if (this.isOver) return;
          if (what === null) this.begin(guest, onExceeded);
          else onExceeded(what);
        },
        () => {
          if (!this.isOver) onExceeded('has a folder that cannot be measured');
        },
      );
    }, POLL_MS).unref();
  }

  stop(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private async poll(guest: GuestProcess): Promise<string | null> {
    const cpuMs = guest.cpuMs();
    // A program that has used no CPU time has written nothing.
    if (cpuMs === this.cpuMs) return null;
    const most = this.quotaMb * MIB;
    const mayHaveWritten = this.free - (await freeBytes(this.path));
    if (performance.now() < this.nextAt && mayHaveWritten < most - this.bytes) return null;
    this.cpuMs = cpuMs;
    await this.measure(listProcessTree(guest.pid));
    if (this.bytes > most && this.bytes > this.least)
      return `has written more than ${this.quotaMb} MiB to its folder`;
    this.least = Math.min(this.least, this.bytes);
    return null;
  }

  /** Measures the folder, including files that the processes `pids` have deleted but hold open. */
  private async measure(pids: readonly number[]): Promise<void> {
    const began = performance.now();
    this.free = await freeBytes(this.path);
    this.bytes = (await bytesIn(this.path)) + (await deletedBytes(pids, this.path));
    const took = performance.now() - began;
    this.nextAt = performance.now() + Math.max(PAUSE_MS, took * PAUSE_TIMES);
  }
}

async function freeBytes(path: Buffer): Promise<number> {
  const { bfree, bsize } = await statfs(path);
  return bfree * bsize;
}

/** Returns the size of everything below a folder, at any depth and whatever its names and modes. */
async function bytesIn(folder: Buffer): Promise<number> {
  // Paths relative to a handle are short again.
  const handle = folder.length > LONG_PATH ? await openFolder(folder) : null;
  const from = handle === null ? folder : Buffer.from(`/proc/self/fd/${handle.fd}`);
  try {
    let bytes = 0;
    for await (const { name } of await listEntries(from)) {
      const path = Buffer.concat([from, SLASH, name]);
      // The entry may be replaced meanwhile, so links are not followed.
      const found = await lstat(path).catch(nullIfGone);
      if (found === null) continue;
      bytes += Math.max(found.blocks * BLOCK_BYTES, LEAST_FILE_BYTES);
      if (found.isDirectory()) bytes += (await bytesIn(path).catch(nullIfGone)) ?? 0;
    }
    return bytes;
  } finally {
    await handle?.close();
  }
}

function openFolder(path: Buffer): Promise<FileHandle> {
  return open(path, constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

/**
 * Opens a folder, even if its program has removed its own access and with it that of a server running as the same user.
 */
async function listEntries(folder: Buffer): Promise<AsyncIterable<{ name: Buffer }>> {
  const list = (): Promise<AsyncIterable<{ name: Buffer }>> =>
    // The type declarations only allow names as strings.
    opendir(folder, { encoding: 'buffer' } as never) as unknown as Promise<
      AsyncIterable<{ name: Buffer }>
    >;
  try {
    return await list();
  } catch (error) {
    if (findErrorCode(error) !== 'EACCES') throw error;
    await chmod(folder, FOLDER_MODE);
    return list();
  }
}

/**
 * Returns the size of files on the same file system that the processes `pids` have deleted but still hold open or
 * mapped.
 */
async function deletedBytes(pids: readonly number[], root: Buffer): Promise<number> {
  const { dev } = await stat(root);
  const files = new Map<number, number>();
  for (const pid of pids) {
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const found = await stat(`/proc/${pid}/fd/${fd}`).catch(() => null);
      if (found?.isFile() === true && found.nlink === 0 && found.dev === dev)
        files.set(found.ino, found.blocks * BLOCK_BYTES);
    }
    for (const { range, inode, end } of await deletedMappings(pid, dev)) {
      // Only root may stat a mapped file.
      const found = await stat(`/proc/${pid}/map_files/${range}`).catch(() => null);
      const bytes = found === null ? end : found.blocks * BLOCK_BYTES;
      files.set(inode, Math.max(files.get(inode) ?? 0, bytes));
    }
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

interface Mapping {
  /** Address range, as written in /proc. */
  range: string;
  inode: number;
  /** End of the mapping in its file, in bytes. */
  end: number;
}

async function deletedMappings(pid: number, device: number): Promise<Mapping[]> {
  const found: Mapping[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(`/proc/${pid}/maps`) })) {
      if (!line.endsWith(' (deleted)')) continue;
      const [range = '', , offset = '', dev = '', inode = ''] = line.split(/ +/, 5);
      if (dev !== nameOfDevice(device)) continue;
      const [from = '', to = ''] = range.split('-');
      const end = parseInt(offset, 16) + parseInt(to, 16) - parseInt(from, 16);
      found.push({ range, inode: Number(inode), end });
    }
  } catch {
    // The process has ended.
  }
  return found;
}

/** Formats a device number as /proc does: major and minor number in hexadecimal. */
function nameOfDevice(device: number): string {
  const wide = BigInt(device);
  const major = ((wide >> 8n) & 0xfffn) | ((wide >> 32n) & ~0xfffn);
  const minor = (wide & 0xffn) | ((wide >> 12n) & 0xffffff00n);
  return [major, minor].map((part) => part.toString(16).padStart(2, '0')).join(':');
}

/** Returns null for the error of a missing file; throws all others. */
function nullIfGone(error: unknown): null {
  const code = findErrorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
