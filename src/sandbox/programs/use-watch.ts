import {
  readProportionalBytes,
  readResidentBytes,
  listProcessTree,
} from '../runtime/process-tree.js';
import { MAX_PROCESSES } from './program-guest.js';

/** The longest and the shortest pause between two measurements (ms). */
const COUNT_MS = 250;
const LEAST_COUNT_MS = 20;
/** Rate at which a program can fill memory (bytes per ms): the next measurement comes before the rest can be filled. */
const FILL_RATE = 2 * 1024 * 1024;
/** Number of the sandbox's own processes around a program. */
const AROUND = 6;
/** Minimum length of a pause, as a multiple of the exact measurement before it. */
const PAUSE_TIMES = 10;
const MIB = 1024 * 1024;

/** Counts a program's processes and the memory that they use together. Reserved memory does not count. */
export class UseWatch {
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  /** `onExceeded` is called once, with what the program has done, such as "has used more than 512 MiB of memory". */
  constructor(
    private readonly pid: number,
    private readonly memoryMb: number,
    private readonly onExceeded: (what: string) => void,
  ) {
    this.countAfter(0);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /**
   * Schedules the next measurement early enough that the program, with `left` bytes to its limit, cannot exceed it by
   * much.
   */
  private countAfter(left: number, leastMs = LEAST_COUNT_MS): void {
    const ms = Math.max(Math.min(left / FILL_RATE, COUNT_MS), leastMs);
    this.timer = setTimeout(() => this.count(), ms).unref();
  }

  private count(): void {
    const most = this.memoryMb * MIB;
    const tree = listProcessTree(this.pid);
    if (tree.length > MAX_PROCESSES + AROUND)
      return this.onExceeded(`has started more than ${MAX_PROCESSES} processes`);
    const bytes = tree.reduce((sum, pid) => sum + (readResidentBytes(pid) ?? 0), 0);
    if (bytes <= most) this.countAfter(most - bytes);
    else void this.countExactly(tree, most);
  }

  /** Measures memory with shared pages counted once, which is slow. Never rejects. */
  private async countExactly(tree: readonly number[], most: number): Promise<void> {
    const began = performance.now();
    let bytes = 0;
    for (const pid of tree) bytes += await readProportionalBytes(pid);
    if (this.isStopped) return;
    if (bytes > most) this.onExceeded(`has used more than ${this.memoryMb} MiB of memory`);
    else
      this.countAfter(
        most - bytes,
        Math.max(LEAST_COUNT_MS, (performance.now() - began) * PAUSE_TIMES),
      );
  }
}
