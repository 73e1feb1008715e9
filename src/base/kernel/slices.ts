import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time for which long work may block the event loop (ms). */
const SLICE_MS = 10;

/** Divides long work: `rest`, called between its steps, yields to the event loop if other work has waited for long. */
export class Slices {
  private since = performance.now();

  async rest(): Promise<void> {
    if (performance.now() - this.since <= SLICE_MS) return;
    await nextTurn();
    this.since = performance.now();
  }
}
