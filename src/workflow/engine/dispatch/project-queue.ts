import type { TaskHint } from './dispatcher.js';

/** Hints held of one priority of a project, while there is space in total. */
const PER_LEVEL = 1_000;
/** Hints of each priority that a project has space for in any case. */
const RESERVED = 16;

/** The hints of one project that wait: the highest priority first, else in the order of offers. */
export class ProjectQueue {
  /** Running hints. */
  running = 0;
  /** Since when it has been seen to have hints and nothing running, by the monotonic clock in ms; null = it was not. */
  waitsSince: number | null = null;
  /** True if it has had an extra slot, and another project has held more than its share ever since. */
  relieved = false;
  size = 0;
  /** Highest priority of which there may be due tasks without a hint; null = every due task has one. */
  private moreAt: number | null = null;
  /** By priority, then by task: a Map keeps the order of offers and knows duplicates. */
  private readonly levels = new Map<number, Map<string, TaskHint>>();

  /** True if nothing is left to remember of the project. */
  get idle(): boolean {
    return this.size === 0 && this.running === 0 && this.moreAt === null;
  }

  /** Adds a hint. `hasSpace` is true if there is space beyond the reserved hints. Returns false if the hint was dropped. */
  add(hint: TaskHint, hasSpace: boolean): boolean {
    const hints = this.levels.get(hint.priority) ?? new Map<string, TaskHint>();
    if (hints.has(hint.taskId)) return true;
    if (hints.size >= (hasSpace ? PER_LEVEL : RESERVED)) {
      this.more(hint.priority);
      return false;
    }
    this.levels.set(hint.priority, hints.set(hint.taskId, hint));
    this.size += 1;
    return true;
  }

  /** By the monotonic clock, in ms. */
  noteWait(now: number): void {
    if (this.size === 0 || this.running > 0) this.waitsSince = null;
    else this.waitsSince ??= now;
  }

  more(priority: number): void {
    this.moreAt = Math.max(this.moreAt ?? priority, priority);
  }

  /** Returns the first hint of which `isWanted` holds. */
  first(isWanted: (hint: TaskHint) => boolean): TaskHint | undefined {
    for (const priority of [...this.levels.keys()].toSorted((one, other) => other - one))
      for (const hint of this.levels.get(priority)?.values() ?? []) if (isWanted(hint)) return hint;
    return undefined;
  }

  /** Takes the first hint, or `hint`, which waits here. */
  take(hint = this.first(() => true)): TaskHint | undefined {
    const hints = hint === undefined ? undefined : this.levels.get(hint.priority);
    if (!hints || !hint) return undefined;
    hints.delete(hint.taskId);
    if (hints.size === 0) this.levels.delete(hint.priority);
    this.size -= 1;
    this.waitsSince = null;
    return hint;
  }

  /** Returns whether due tasks without a hint may precede the next hint; true once for each such state. */
  wantsMore(): boolean {
    if (this.moreAt === null || (this.size > 0 && this.highest >= this.moreAt)) return false;
    this.moreAt = null;
    return true;
  }

  clear(): void {
    this.levels.clear();
    this.size = 0;
    this.moreAt = null;
  }

  private get highest(): number {
    return Math.max(...this.levels.keys());
  }
}
