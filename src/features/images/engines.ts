import { messageOf } from '../../base/kernel/errors.js';
import type { Config } from '../../base/config/settings.js';
import type { ImageEngine } from './image-pull.js';

/** The engine of this machine, or why there is none. */
export type FoundEngine = { engine: ImageEngine } | { missing: string };

const NONE =
  'This installation runs no container images: its operator sets METARUN_CONTAINER_ENGINE to a program that does';
const NONE_WORKS =
  'METARUN_CONTAINER_ENGINE is "auto", and no container engine works on this machine';

/** Finds the engine once it is needed. One that does not work yet is looked for again. */
export class Engines {
  private finding: Promise<FoundEngine> | null = null;

  /** `open`: rejects with an Error that says what to do where the engine that is named does not work; null where none does. */
  constructor(
    private readonly config: Pick<Config, 'containerEngine' | 'roles'>,
    private readonly open: () => Promise<ImageEngine | null>,
  ) {}

  /** Returns false where nothing runs on images, whatever there is. */
  get isOn(): boolean {
    return this.config.containerEngine !== 'none';
  }

  /** Returns whether this process runs tasks, and so has containers where there are any. */
  get isHere(): boolean {
    return this.config.roles.includes('worker');
  }

  async find(): Promise<FoundEngine> {
    if (!this.isOn) return { missing: NONE };
    const finding = (this.finding ??= this.look());
    const found = await finding;
    if ('missing' in found && this.finding === finding) this.finding = null;
    return found;
  }

  /** Returns why there is no engine; null where there is one, or where another process of the installation may have one. */
  async missing(): Promise<string | null> {
    if (!this.isOn) return NONE;
    if (!this.isHere) return null;
    const found = await this.find();
    return 'missing' in found ? found.missing : null;
  }

  private async look(): Promise<FoundEngine> {
    try {
      const engine = await this.open();
      return engine === null ? { missing: NONE_WORKS } : { engine };
    } catch (error) {
      return { missing: messageOf(error) };
    }
  }
}
