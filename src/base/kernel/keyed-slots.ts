import { unlessAborted } from './unless-aborted.js';

/** Allows a limited number of concurrent works per key; the others wait in the order of their requests. */
export class KeyedSlots {
  private readonly taken = new Map<string, number>();
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Resolves to the function that releases the slot; rejects with the reason of `signal`. */
  async take(key: string, most: number, signal: AbortSignal): Promise<() => void> {
    const now = this.taken.get(key) ?? 0;
    if (now < most) this.taken.set(key, now + 1);
    else await this.turn(key, signal);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.release(key);
    };
  }

  private async turn(key: string, signal: AbortSignal): Promise<void> {
    const queue = this.waiting.get(key) ?? [];
    this.waiting.set(key, queue);
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.push(resolve);
    try {
      await unlessAborted(promise, signal);
    } catch (error) {
      const at = queue.indexOf(resolve);
      if (at === -1) this.release(key);
      else queue.splice(at, 1);
      throw error;
    }
  }

  /** Passes the slot on to the next waiting request. */
  private release(key: string): void {
    const next = this.waiting.get(key)?.shift();
    if (next !== undefined) return next();
    this.waiting.delete(key);
    const left = (this.taken.get(key) ?? 1) - 1;
    if (left === 0) this.taken.delete(key);
    else this.taken.set(key, left);
  }
}
