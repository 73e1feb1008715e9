import { lstat, opendir, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { treeOf } from '../runtime/process-tree.js';
import type { GuestProcess } from '../runtime/sandbox/spawn-guest.js';

const POLL_MS = 250;
/** The shortest pause between two measurements (ms), unless the file system fills fast. */
const PAUSE_MS = 1_000;
/** A pause is at least so many times as long as the measurement before it. */
const PAUSE_TIMES = 10;
/** The least that a file counts: else the number of files would have no bound. */
const LEAST_FILE_BYTES = 16 * 1024;
const BLOCK_BYTES = 512;
const MIB = 1024 * 1024;

/**
 * Holds the folder that a program writes to below its quota. What was there before may be more, and then must not grow, so that the
 * program can still delete it.
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
    private readonly path: string,
    private readonly quotaMb: number,
  ) {}

  /** Measures a folder before the program that writes to it begins. Rejects if it cannot be read. */
  static async of(path: string, quotaMb: number): Promise<FolderWatch> {
    const watch = new FolderWatch(path, quotaMb);
    await watch.measure([]);
    watch.least = watch.bytes;
    return watch;
  }

  /** `onExceeded` is called once, with what the program has done: "has written more than 256 MiB to its folder". */
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
    // A program that has done nothing has written nothing.
    if (cpuMs === this.cpuMs) return null;
    const most = this.quotaMb * MIB;
    const mayHaveWritten = this.free - (await freeBytes(this.path));
    if (performance.now() < this.nextAt && mayHaveWritten < most - this.bytes) return null;
    this.cpuMs = cpuMs;
    await this.measure(treeOf(guest.pid));
    if (this.bytes > most && this.bytes > this.least)
      return `has written more than ${this.quotaMb} MiB to its folder`;
    this.least = Math.min(this.least, this.bytes);
    return null;
  }

  /** Measures the folder and what the processes `pids` have deleted of it but hold open. */
  private async measure(pids: readonly number[]): Promise<void> {
    const began = performance.now();
    this.free = await freeBytes(this.path);
    this.bytes = (await bytesIn(this.path)) + (await deletedBytes(pids, this.path));
    const took = performance.now() - began;
    this.nextAt = performance.now() + Math.max(PAUSE_MS, took * PAUSE_TIMES);
  }
}

async function freeBytes(path: string): Promise<number> {
  const { bfree, bsize } = await statfs(path);
  return bfree * bsize;
}

async function bytesIn(root: string): Promise<number> {
  let bytes = 0;
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for await (const { name } of await opendir(folder)) {
        const path = join(folder, name);
        // It may be replaced meanwhile: a link is not followed.
        const found = await lstat(path).catch(nullIfGone);
        if (found === null) continue;
        bytes += Math.max(found.blocks * BLOCK_BYTES, LEAST_FILE_BYTES);
        if (found.isDirectory()) folders.push(path);
      }
    } catch (error) {
      if (folder === root) throw error;
      nullIfGone(error);
    }
  }
  return bytes;
}

async function deletedBytes(pids: readonly number[], root: string): Promise<number> {
  const { dev } = await stat(root);
  const files = new Map<number, number>();
  for (const pid of pids)
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const found = await stat(`/proc/${pid}/fd/${fd}`).catch(() => null);
      if (found?.isFile() === true && found.nlink === 0 && found.dev === dev)
        files.set(found.ino, found.blocks * BLOCK_BYTES);
    }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Returns null for the error of a file that is not there. Throws others. */
function nullIfGone(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
