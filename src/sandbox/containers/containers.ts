import type { Config } from '../../base/config/settings.js';
import { perLanguage } from '../../base/languages/index.js';
import type { EgressFolder } from '../runtime/sandbox/egress-folder.js';
import { Runtimes } from '../runtime/runtimes.js';
import type { ContainerEngine } from './container-engine.js';
import { ContainerRuntime } from './container-runtime.js';
import type { EngineReport } from './engine-report.js';
import type { OpenContainers } from './open-containers.js';

/** The containers of a process: the engine, and the runs in them. Without an engine none of it is there. */
export class Containers {
  static readonly NONE = new Containers(null);

  constructor(private readonly opened: OpenContainers | null) {}

  /**
   * Finds the engine that the settings ask for, and begins to remove what killed servers have left. Rejects with an Error that says
   * what to do where it does not work. `egress`: the folder with the way to the network.
   */
  static async open(
    config: Config,
    egress: EgressFolder,
    onWarning: (message: string) => void,
  ): Promise<Containers> {
    if (config.containerEngine === 'none') return Containers.NONE;
    // A start without containers does not pay for it.
    const { openContainers } = await import('./open-containers.js');
    return new Containers(await openContainers(config, egress, onWarning));
  }

  /** Null where METARUN_CONTAINER_ENGINE is `none`, or finds none. */
  get engine(): ContainerEngine | null {
    return this.opened?.engine ?? null;
  }

  get report(): EngineReport | null {
    return this.engine?.about ?? null;
  }

  /** Returns the runtimes, with runs on images in containers. */
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
