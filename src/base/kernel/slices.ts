import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest that long work keeps the event loop from all else (ms). */
const SLICE_MS = 10;

/** Divides long work: between its steps, `rest` lets the event loop get to all else where that has waited for long. */
export class Slices {
  private since = performance.now();

  async rest(): Promise<void> {
    if (performance.now() - this.since <= SLICE_MS) return;
    await nextTurn();
    this.since = performance.now();
  }
}
