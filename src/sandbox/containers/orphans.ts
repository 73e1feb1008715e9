import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { ContainerEngine } from './container-engine.js';
import { OWNER_LABEL, identifyOwner } from './container-owner.js';

/** Interval between passes (ms). */
const PASS_MS = 60_000;

/**
 * Removes containers that no longer belong to a run: those of killed servers, and those that a kill has missed. Runs at
 * the start and every minute.
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
    // Containers created after this call are not in the list.
    for (const name of await engine.list(OWNER_LABEL)) {
      if (this.loop.stopped) return;
      if (engine.live.has(name)) continue;
      const labels = await engine.readLabels(name);
      if (labels === null || identifyOwner(labels) === 'other' || engine.live.has(name)) continue;
      await engine.remove(name);
    }
  }
}
