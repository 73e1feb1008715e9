import type { Config } from '../../base/config/settings.js';
import type { ImageEngine } from './image-pull.js';

/** The engine of this machine, or the reason why there is none. */
export type FoundEngine = { engine: ImageEngine } | { missing: string };

const NONE =
  'This installation runs no container images: its operator sets METARUN_CONTAINER_ENGINE to a program that does';
const NONE_WORKS =
  'METARUN_CONTAINER_ENGINE is "auto", and no container engine works on this machine';

/** The container engine that this process uses. Processes without the role `worker` open none. */
export class Engines {
  constructor(
    private readonly config: Pick<Config, 'containerEngine' | 'roles'>,
    private readonly engine: ImageEngine | null,
  ) {}

  /** Returns whether the settings let this process run containers. */
  get isHere(): boolean {
    return this.config.containerEngine !== 'none' && this.config.roles.includes('worker');
  }

  find(): FoundEngine {
    if (this.engine !== null) return { engine: this.engine };
    return { missing: this.config.containerEngine === 'none' ? NONE : NONE_WORKS };
  }

  /**
   * Returns the reason why no engine can exist; null if there is one, or if another process of the installation may
   * have one.
   */
  get missing(): string | null {
    if (this.engine !== null) return null;
    if (this.config.containerEngine === 'none') return NONE;
    return this.isHere ? NONE_WORKS : null;
  }
}
