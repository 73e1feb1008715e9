import type { Config } from '../../base/config/settings.js';
import { perLanguage } from '../../base/languages/index.js';
import type { EgressFolder } from '../runtime/sandbox/egress-folder.js';
import { Runtimes } from '../runtime/runtimes.js';
import type { ContainerEngine } from './container-engine.js';
import { ContainerRuntime } from './container-runtime.js';
import type { EngineReport } from './engine-report.js';
import type { OpenContainers } from './open-containers.js';

/** The container engine of a process and the runs in its containers. Without an engine, it does nothing. */
export class Containers {
  static readonly NONE = new Containers(null);

  constructor(private readonly opened: OpenContainers | null) {}

  /**
   * Finds the configured engine, and begins to remove what killed servers have left. Rejects with an Error that says
   * what to do if the engine does not work. `egress` is the folder with the socket to the network.
   */
  static async open(
    config: Config,
    egress: EgressFolder,
    onWarning: (message: string) => void,
  ): Promise<Containers> {
    if (config.containerEngine === 'none') return Containers.NONE;
    // Imported lazily, so that a start without containers does not load the module.
    const { openContainers } = await import('./open-containers.js');
    return new Containers(await openContainers(config, egress, onWarning));
  }

  /** Null if METARUN_CONTAINER_ENGINE is `none` or no engine was found. */
  get engine(): ContainerEngine | null {
    return this.opened?.engine ?? null;
  }

  get report(): EngineReport | null {
    return this.engine?.about ?? null;
  }

  /** Wraps the runtimes so that runs on images use containers. */
  around(runtimes: Runtimes): Runtimes {
    const runners = this.opened?.runners ?? null;
    return new Runtimes(
      perLanguage((language) => new ContainerRuntime(runtimes.get(language), runners)),
    );
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }
}
