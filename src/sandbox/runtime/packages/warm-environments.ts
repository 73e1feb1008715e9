import type { BuildListener, Environments } from './environments.js';

export interface WarmOptions<Made> {
  /** Name of the language in error messages. */
  title: string;
  /** Maximum number of warm programs; beyond it, the least recently used one is ended. */
  most: number;
  /** Time that a program stays warm after its last run (ms). */
  idleMs: number;
  /** Creates the program that runs scripts with the packages in a folder. */
  make: (packages: string) => Made;
  end: (made: Made) => Promise<void>;
}

/** The program that runs scripts with the packages of a lock. Must be released when the run has ended. */
export interface EnvironmentUse<Made> {
  made: Made;
  release(): void;
}

interface Warm<Made> {
  lock: string;
  made: Made;
  runs: number;
  idle: NodeJS.Timeout | null;
}

/** Keeps a program warm for each environment in use. */
export class WarmEnvironments<Made> {
  /** The warm programs by lock, the most recently used one last. */
  private readonly warm = new Map<string, Warm<Made>>();
  private closed = false;

  constructor(
    private readonly environments: Environments,
    private readonly options: WarmOptions<Made>,
  ) {}

  /**
   * Returns the program of a lock, whose packages are installed first if necessary. Rejects like {@link
   * Environments.hold}.
   */
  async use(
    lock: string,
    listener: BuildListener,
    signal: AbortSignal,
  ): Promise<EnvironmentUse<Made>> {
    const warm = this.warm.get(lock) ?? (await this.open(lock, listener, signal));
    warm.runs += 1;
    if (warm.idle !== null) clearTimeout(warm.idle);
    this.warm.delete(lock);
    this.warm.set(lock, warm);
    return { made: warm.made, release: () => this.release(warm) };
  }

  /** Ends the programs without runs. */
  async endIdle(): Promise<void> {
    const idle = [...this.warm.values()].filter(({ runs }) => runs === 0);
    await Promise.all(idle.map((warm) => this.end(warm)));
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.warm.values()].map((warm) => this.end(warm)));
  }

  private async open(
    lock: string,
    listener: BuildListener,
    signal: AbortSignal,
  ): Promise<Warm<Made>> {
    const packages = await this.environments.hold(lock, listener, signal);
    const other = this.warm.get(lock);
    if (other || this.closed) {
      await this.environments.release(lock);
      if (other) return other;
      throw new Error(`the ${this.options.title} runtime is closed`);
    }
    const warm = { lock, made: this.options.make(packages), runs: 0, idle: null };
    this.warm.set(lock, warm);
    this.endSurplus();
    return warm;
  }

  private release(warm: Warm<Made>): void {
    warm.runs -= 1;
    if (warm.runs > 0) return;
    warm.idle = setTimeout(() => void this.end(warm), this.options.idleMs).unref();
    this.endSurplus();
  }

  private endSurplus(): void {
    let surplus = this.warm.size - this.options.most;
    for (const warm of this.warm.values()) {
      if (surplus <= 0) return;
      if (warm.runs > 0) continue;
      void this.end(warm);
      surplus -= 1;
    }
  }

  private async end(warm: Warm<Made>): Promise<void> {
    if (this.warm.get(warm.lock) !== warm) return;
    this.warm.delete(warm.lock);
    if (warm.idle !== null) clearTimeout(warm.idle);
    await this.options.end(warm.made);
    await this.environments.release(warm.lock);
  }
}
