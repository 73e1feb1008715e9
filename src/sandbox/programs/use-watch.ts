import { rssOf, treeOf } from '../runtime/process-tree.js';
import { MAX_PROCESSES } from './guests.js';

/** The longest and the shortest pause between two counts (ms). */
const COUNT_MS = 250;
const LEAST_COUNT_MS = 20;
/** Memory that a program can fill (bytes in a millisecond): it is counted again before it can have filled what is left. */
const FILL_RATE = 2 * 1024 * 1024;
/** Processes of the sandbox around a program. */
const AROUND = 6;
const MIB = 1024 * 1024;

/** Counts the processes of a program and the memory that they use together. What they only reserve does not count. */
export class UseWatch {
  private timer: NodeJS.Timeout | undefined;

  /** `onExceeded` is called once, with what the program has done: "has used more than 512 MiB of memory". */
  constructor(
    private readonly pid: number,
    private readonly memoryMb: number,
    private readonly onExceeded: (what: string) => void,
  ) {
    this.countAfter(0);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Counts again before it can have passed its limit by much, of which it has `left` bytes. */
  private countAfter(left: number): void {
    const ms = Math.min(Math.max(left / FILL_RATE, LEAST_COUNT_MS), COUNT_MS);
    this.timer = setTimeout(() => this.count(), ms).unref();
  }

  private count(): void {
    const { memoryMb } = this;
    const tree = treeOf(this.pid);
    if (tree.length > MAX_PROCESSES + AROUND)
      return this.onExceeded(`has started more than ${MAX_PROCESSES} processes`);
    const bytes = tree.reduce((sum, pid) => sum + (rssOf(pid) ?? 0), 0);
    if (bytes > memoryMb * MIB)
      return this.onExceeded(`has used more than ${memoryMb} MiB of memory`);
    this.countAfter(memoryMb * MIB - bytes);
  }
}
