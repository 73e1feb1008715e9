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

/** Long, since a new guest may take its time to start on a busy machine (ms). */
const SETTLE_MS = 15_000;
/** Without change for so long nothing more is being started (ms). */
const STEADY_MS = 500;
/** The pause before it is looked at again (ms): each time takes the kernel milliseconds. */
const PAUSE_MS = 50;
/** Time over which guests without work are measured, and how much of it they may be busy (ms). */
const QUIET_MS = 80;
const BUSY_MS = 40;

/** The processes below a server while none of its guests has work. */
export class Rest {
  private readonly shapes: ReadonlySet<string>;

  private constructor(
    private readonly pid: number,
    shapes: readonly string[],
    private readonly most: number,
  ) {
    this.shapes = new Set(shapes);
  }

  /** Waits until nothing changes any more. `most`: so many guests may be there later, of how many there are now. */
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

  /** Waits until it is so again; gives what stands against it, or null. `seen`: every process in the meantime. */
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

  /** A thread that spins where no run is under way. */
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
