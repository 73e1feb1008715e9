import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { ContainerEngine } from './container-engine.js';
import { OWNER_LABEL, ownerOf } from './container-owner.js';

/** Time from one pass to the next (ms). */
const PASS_MS = 60_000;

/**
 * Removes containers that no run has any more: those of servers that were killed, and those that a kill has missed. At the start,
 * and each minute.
 */
export class Orphans {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly engine: ContainerEngine,
    onError: (error: unknown) => void,
  ) {
    this.loop = new BackgroundLoop({ work: () => this.remove(), pollMs: PASS_MS, onError });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Makes one pass. */
  async remove(): Promise<void> {
    const { engine } = this;
    // What is made meanwhile is not among them.
    for (const name of await engine.list(OWNER_LABEL)) {
      if (this.loop.stopped) return;
      if (engine.live.has(name)) continue;
      const labels = await engine.labelsOf(name);
      if (labels === null || ownerOf(labels) === 'other' || engine.live.has(name)) continue;
      await engine.remove(name);
    }
  }
}
