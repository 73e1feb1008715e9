import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue } from './fair-queue.js';

/** Lets `count` functions run at a time, one of each owner. Owners take turns; what one asks for keeps its order. */
export class FairSlots {
  private readonly waiting = new FairQueue<() => void>();
  /** Owners with a function that runs. */
  private readonly atWork = new Set<string>();

  constructor(private readonly count: number) {}

  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.atWork.size < this.count && !this.atWork.has(owner)) this.atWork.add(owner);
    else await new Promise<void>((resolve) => this.waiting.push(owner, resolve));
    try {
      return await work();
    } finally {
      this.atWork.delete(owner);
      this.next();
    }
  }

  /**
   * As {@link run}; the slot then stays taken for `times` as long as that took, so that all else gets as much of the event
   * loop.
   */
  runThenRest<T>(owner: string, work: () => Promise<T>, times = 1): Promise<T> {
    return new Promise((resolve, reject) => {
      void this.run(owner, async () => {
        const began = performance.now();
        await work().then(resolve, reject);
        await delay((performance.now() - began) * times);
      });
    });
  }

  private next(): void {
    for (const owner of this.waiting.owners)
      if (!this.atWork.has(owner)) {
        this.atWork.add(owner);
        this.waiting.shift(owner)?.();
        return;
      }
  }
}
