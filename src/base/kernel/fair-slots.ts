import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue } from './fair-queue.js';

/**
 * Runs up to `count` functions at a time, one per owner. Owners take turns; the requests of one owner keep their order.
 */
export class FairSlots {
  private readonly waiting = new FairQueue<() => void>();
  /** Owners with a running function. */
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
   * Runs `work` as {@link run} does; the slot then remains taken for `times` its duration, so that other work gets as
   * much of the event loop.
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
