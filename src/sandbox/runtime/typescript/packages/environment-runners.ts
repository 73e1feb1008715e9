import type { BuildListener, Environments } from '../../packages/environments.js';
import type { NodeRunners } from '../node-runners.js';

/** Locks whose next processes wait; beyond this number those of the least recently used one are ended. */
const MAX_WARM = 4;
/** Time after its last run that the processes of a lock wait for another (ms). */
const IDLE_MS = 2 * 60_000;
const STOPPED = { code: 'worker_lost', message: 'The packages were given up.' } as const;

/** The processes of a lock, to be released when the run has ended. */
export interface RunnersUse {
  runners: NodeRunners;
  release(): void;
}

interface Warm {
  lock: string;
  runners: NodeRunners;
  runs: number;
  idle: NodeJS.Timeout | null;
}

/** Processes of Node that see the packages of one lock each. */
export class EnvironmentRunners {
  /** By lock, the most recently used one last. */
  private readonly warm = new Map<string, Warm>();
  private closed = false;

  constructor(
    private readonly environments: Environments,
    /** Makes the processes that see the packages of a folder. */
    private readonly make: (packages: string) => NodeRunners,
  ) {}

  /** Returns the processes of a lock, whose packages are installed first if necessary. Rejects as {@link Environments.hold}. */
  async use(lock: string, listener: BuildListener, signal: AbortSignal): Promise<RunnersUse> {
    const warm = this.warm.get(lock) ?? (await this.open(lock, listener, signal));
    warm.runs += 1;
    if (warm.idle !== null) clearTimeout(warm.idle);
    this.warm.delete(lock);
    this.warm.set(lock, warm);
    return { runners: warm.runners, release: () => this.release(warm) };
  }

  /** Ends the processes of locks without runs. */
  async endIdle(): Promise<void> {
    const idle = [...this.warm.values()].filter(({ runs }) => runs === 0);
    await Promise.all(idle.map((warm) => this.end(warm)));
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.warm.values()].map((warm) => this.end(warm)));
  }

  private async open(lock: string, listener: BuildListener, signal: AbortSignal): Promise<Warm> {
    const packages = await this.environments.hold(lock, listener, signal);
    const other = this.warm.get(lock);
    if (other || this.closed) {
      await this.environments.release(lock);
      if (other) return other;
      throw new Error('the TypeScript runtime is closed');
    }
    const warm = { lock, runners: this.make(packages), runs: 0, idle: null };
    this.warm.set(lock, warm);
    this.endSurplus();
    return warm;
  }

  private release(warm: Warm): void {
    warm.runs -= 1;
    if (warm.runs > 0) return;
    warm.idle = setTimeout(() => void this.end(warm), IDLE_MS).unref();
    this.endSurplus();
  }

  private endSurplus(): void {
    let surplus = this.warm.size - MAX_WARM;
    for (const warm of this.warm.values()) {
      if (surplus <= 0) return;
      if (warm.runs > 0) continue;
      void this.end(warm);
      surplus -= 1;
    }
  }

  private async end(warm: Warm): Promise<void> {
    if (this.warm.get(warm.lock) !== warm) return;
    this.warm.delete(warm.lock);
    if (warm.idle !== null) clearTimeout(warm.idle);
    await warm.runners.close(STOPPED);
    await this.environments.release(warm.lock);
  }
}
