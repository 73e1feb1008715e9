import type { Pool } from './pool.js';

/** The due tasks of one project, as far as a local queue knows of them, and the slots that the project has. */
export class DueWork {
  /** Slots with a run, or kept for a claim that is under way. */
  slots = 0;
  /** Slots for which the next claim asks. */
  asked = 0;
  /** Time since which it has had due tasks and no slot, by the monotonic clock in ms; null while that is not so. */
  waitsSince: number | null = null;
  /** True from its first extra slot until no other project holds more than its share. */
  bursts = false;
  /** Number of wakes so far. A claim that found too little compares it. */
  wakes = 0;
  /** Due tasks that no slot is kept for, by pool. A pool without any is still asked for until a claim finds too little. */
  private readonly byPool = new Map<Pool, number>();

  /** Number of due tasks without a slot; Infinity where it is unknown. */
  get due(): number {
    let due = 0;
    for (const count of this.byPool.values()) due += count;
    return due;
  }

  get pools(): Pool[] {
    return [...this.byPool.keys()];
  }

  /** True if nothing is left to remember. */
  get isIdle(): boolean {
    return this.slots === 0 && this.due === 0;
  }

  add(pool: Pool, count: number): void {
    this.wakes += 1;
    this.byPool.set(pool, (this.byPool.get(pool) ?? 0) + count);
  }

  /** Removes one due task of a pool of which `isWanted` holds. Returns null if there is none. */
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

  /** Forgets its due tasks: a claim has found that there are no more. */
  clear(): void {
    this.byPool.clear();
  }

  /** Notes whether it waits, at a time of the monotonic clock in ms. */
  noteWait(now: number): void {
    if (this.due === 0 || this.slots > 0) this.waitsSince = null;
    else this.waitsSince ??= now;
  }
}
