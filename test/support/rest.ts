import { setTimeout as delay } from 'node:timers/promises';
import {
  alive,
  measureBusyMs,
  listChildTrees,
  listDescendants,
  readProcessName,
  type ProcessMark,
  type ProcessTree,
} from './processes.js';

/** Maximum time for the guests to come to rest, in ms. On a busy machine a new guest may take long to start. */
const SETTLE_MS = 15_000;
/** Time without changes after which the guests count as started, in ms. */
const STEADY_MS = 500;
/** Interval between checks, in ms. Each of them costs the kernel milliseconds. */
const PAUSE_MS = 50;
/** Time for which idle guests are measured, and the CPU time that they may use of it, in ms. */
const QUIET_MS = 80;
const BUSY_MS = 40;

/** The processes below a server while none of its guests is running a task. */
export class Rest {
  private readonly shapes: ReadonlySet<string>;

  private constructor(
    private readonly pid: number,
    shapes: readonly string[],
    private readonly most: number,
  ) {
    this.shapes = new Set(shapes);
  }

  /**
   * Waits until the processes no longer change. `most` returns the number of guests that may exist later, given the
   * current one.
   */
  static async of(pid: number, most: (now: number) => number): Promise<Rest> {
    let shapes: string[] = [];
    let since = performance.now();
    while (performance.now() - since < STEADY_MS) {
      await delay(PAUSE_MS);
      const now = listChildTrees(pid).map(describeTree);
      if (now.join() !== shapes.join()) since = performance.now();
      shapes = now;
    }
    return new Rest(pid, shapes, most(shapes.length));
  }

  /**
   * Waits for the same state; returns the first difference if it is not reached, else null. `seen` are all processes
   * that existed in the meantime.
   */
  async again(seen: readonly ProcessMark[]): Promise<string | null> {
    const until = performance.now() + SETTLE_MS;
    for (;;) {
      const busy = this.leftOver(seen) ?? (await this.working());
      if (busy === null || performance.now() > until) return busy;
      await delay(PAUSE_MS);
    }
  }

  private leftOver(seen: readonly ProcessMark[]): string | null {
    const trees = listChildTrees(this.pid);
    const strange = trees.map(describeTree).find((shape) => !this.shapes.has(shape));
    if (strange !== undefined) return `a tree of processes is left: ${strange}`;
    if (trees.length > this.most) return `${trees.length} guests are left instead of ${this.most}`;
    const below = new Set(trees.flat().map(({ pid }) => pid));
    const escaped = alive(seen).find(({ pid }) => !below.has(pid));
    return escaped === undefined ? null : `process ${escaped.pid} has left the server's tree`;
  }

  /** Returns a description of a process that is busy while no run is active, or null. */
  private async working(): Promise<string | null> {
    const before = new Map(listDescendants(this.pid).map(({ pid }) => [pid, measureBusyMs(pid)]));
    await delay(QUIET_MS);
    const spinning = [...before].find(([pid, ms]) => measureBusyMs(pid) - ms > BUSY_MS)?.[0];
    return spinning === undefined ? null : `${readProcessName(spinning)} (${spinning}) still works`;
  }
}

function describeTree(tree: ProcessTree): string {
  return tree
    .map(({ pid }) => readProcessName(pid))
    .toSorted()
    .join(' ');
}
