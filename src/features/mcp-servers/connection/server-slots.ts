import { unlessAborted } from '../../../base/kernel/unless-aborted.js';

/** Lets a number of conversations with each server take place at a time, the others in their order. */
export class ServerSlots {
  private readonly taken = new Map<string, number>();
  private readonly waiting = new Map<string, (() => void)[]>();

  /** Resolves to what releases the slot; rejects with the reason of `signal`. */
  async take(id: string, most: number, signal: AbortSignal): Promise<() => void> {
    const now = this.taken.get(id) ?? 0;
    if (now < most) this.taken.set(id, now + 1);
    else await this.turn(id, signal);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.release(id);
    };
  }

  private async turn(id: string, signal: AbortSignal): Promise<void> {
    const queue = this.waiting.get(id) ?? [];
    this.waiting.set(id, queue);
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.push(resolve);
    try {
      await unlessAborted(promise, signal);
    } catch (error) {
      const at = queue.indexOf(resolve);
      if (at === -1) this.release(id);
      else queue.splice(at, 1);
      throw error;
    }
  }

  /** Hands the slot to the next that waits. */
  private release(id: string): void {
    const next = this.waiting.get(id)?.shift();
    if (next !== undefined) return next();
    this.waiting.delete(id);
    const left = (this.taken.get(id) ?? 1) - 1;
    if (left === 0) this.taken.delete(id);
    else this.taken.set(id, left);
  }
}
