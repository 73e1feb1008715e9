import type { ForkServer, ForkServerOptions } from '../fork-server.js';
import { ForkServerSupervisor } from '../fork-server-supervisor.js';
import type { BuildListener, Environments } from '../../packages/environments.js';

/** Warm servers, each of some 20 MB; beyond this number the least recently used one is ended. */
const MAX_SERVERS = 8;
/** Time after its last run that a server stays warm (ms). */
const IDLE_MS = 300_000;

/** A fork server, to be released when the run has ended. */
export interface ServerUse {
  server: Promise<ForkServer>;
  release(): void;
}

interface WarmServer {
  lock: string;
  supervisor: ForkServerSupervisor;
  runs: number;
  idle: NodeJS.Timeout | null;
}

/** One warm fork server for each environment that is in use. */
export class EnvironmentServers {
  /** By lock, the most recently used one last. */
  private readonly warm = new Map<string, WarmServer>();
  private closed = false;

  constructor(
    private readonly environments: Environments,
    private readonly options: Omit<ForkServerOptions, 'packages'>,
    private readonly onWarning: (message: string) => void,
  ) {}

  /** Returns the server of a lock's environment, which is built first if necessary. Rejects as {@link Environments.hold}. */
  async use(lock: string, listener: BuildListener, signal: AbortSignal): Promise<ServerUse> {
    const warm = this.warm.get(lock) ?? (await this.open(lock, listener, signal));
    warm.runs += 1;
    if (warm.idle !== null) clearTimeout(warm.idle);
    this.warm.delete(lock);
    this.warm.set(lock, warm);
    return { server: warm.supervisor.server(), release: () => this.release(warm) };
  }

  /** Ends servers without runs. */
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
  ): Promise<WarmServer> {
    const packages = await this.environments.hold(lock, listener, signal);
    const other = this.warm.get(lock);
    if (other || this.closed) {
      await this.environments.release(lock);
      if (other) return other;
      throw new Error('the Python runtime is closed');
    }
    const supervisor = new ForkServerSupervisor({ ...this.options, packages }, this.onWarning);
    const warm = { lock, supervisor, runs: 0, idle: null };
    this.warm.set(lock, warm);
    this.endSurplus();
    return warm;
  }

  private release(warm: WarmServer): void {
    warm.runs -= 1;
    if (warm.runs > 0) return;
    warm.idle = setTimeout(() => void this.end(warm), IDLE_MS).unref();
    this.endSurplus();
  }

  private endSurplus(): void {
    let surplus = this.warm.size - MAX_SERVERS;
    for (const warm of this.warm.values()) {
      if (surplus <= 0) return;
      if (warm.runs > 0) continue;
      void this.end(warm);
      surplus -= 1;
    }
  }

  private async end(warm: WarmServer): Promise<void> {
    if (this.warm.get(warm.lock) !== warm) return;
    this.warm.delete(warm.lock);
    if (warm.idle !== null) clearTimeout(warm.idle);
    await warm.supervisor.close();
    await this.environments.release(warm.lock);
  }
}
