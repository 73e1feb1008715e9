import type { Pool } from './pool.js';

/** The due tasks of one project that a local queue knows of, and the slots of the project. */
export class DueWork {
  /** Slots with a run, or reserved for a claim in progress. */
  slots = 0;
  /** Slots for which the next claim is made. */
  asked = 0;
  /** Time since which the project has had due tasks and no slot, by the monotonic clock in ms; null otherwise. */
  waitsSince: number | null = null;
  /** True from its first extra slot until no other project holds more than its share. */
  bursts = false;
  /** Number of wakes so far, by which a claim that found too little notices new ones. */
  wakes = 0;
  /**
   * Number of due tasks without a reserved slot, by pool. A pool with 0 is still claimed from until a claim finds too
   * little.
   */
  private readonly byPool = new Map<Pool, number>();

  /** Number of due tasks without a slot; Infinity if unknown. */
  get due(): number {
    let due = 0;
    for (const count of this.byPool.values()) due += count;
    return due;
  }

  get pools(): Pool[] {
    return [...this.byPool.keys()];
  }

  /** True if the project has no due task and no slot. */
  get isIdle(): boolean {
    return this.slots === 0 && this.due === 0;
  }

  add(pool: Pool, count: number): void {
    this.wakes += 1;
    this.byPool.set(pool, (this.byPool.get(pool) ?? 0) + count);
  }

  /** Removes one due task of a pool for which `isWanted` returns true. Returns null without one. */
  remove(isWanted: (pool: Pool) => boolean = () => true): { pool: Pool; count: number } | null {
    for (const [pool, count] of this.byPool) {
      if (count === 0 || !isWanted(pool)) continue;
      this.byPool.set(pool, count - 1);
      return { pool, count: Number.isFinite(count) ? 1 : count };
    }
    return null;
  }

  has(isWanted: (pool: Pool) => boolean): boolean {
    for (const [pool, count] of this.byPool) if (count > 0 && isWanted(pool)) return true;
    return false;
  }

  /** Forgets the due tasks, since a claim has found no more. */
  clear(): void {
    this.byPool.clear();
  }

  /** Updates {@link waitsSince} at a time of the monotonic clock in ms. */
  noteWait(now: number): void {
    if (this.due === 0 || this.slots > 0) this.waitsSince = null;
    else this.waitsSince ??= now;
  }
}
