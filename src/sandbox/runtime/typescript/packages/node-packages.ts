import { TYPESCRIPT } from '../../../../base/languages/typescript.js';
import { EnvironmentArchive } from '../../packages/environment-archive.js';
import { runInEnvironment } from '../../packages/environment-run.js';
import { EnvironmentStore } from '../../packages/environment-store.js';
import { Environments } from '../../packages/environments.js';
import { WarmEnvironments } from '../../packages/warm-environments.js';
import type { ArchiveStore } from '../../archive-store.js';
import type { RunHandle, RunHost, RunSpec } from '../../runtime.js';
import { guestsAreOthers } from '../../sandbox/kernel-users.js';
import type { NodeRunners } from '../node-runners.js';
import { NpmInstaller, type NpmInstallerOptions } from './npm-installer.js';

/** Maximum number of locks with waiting processes. */
const MAX_WARM = 4;
/** Time after its last run for which the processes of a lock wait for another run (ms). */
const IDLE_MS = 2 * 60_000;
const STOPPED = { code: 'worker_lost', message: 'The packages were given up.' } as const;

export interface NodePackageOptions {
  /** Folder for installed packages. */
  folder: string;
  /** The value of METARUN_NPM_REGISTRY_URL. */
  registry: string;
  timeoutMs: number;
  /** Maximum disk space for the packages of all scripts on Node, in bytes. */
  maxBytes: number;
  /** True if other servers may use the folder. */
  shared: boolean;
  /** The storage through which servers share environments; null for none. The owner closes it. */
  archive: ArchiveStore | null;
}

/** The npm packages of scripts on Node, installed once per lock and visible to its runs. */
export class NodePackages {
  private readonly store: EnvironmentStore;
  private readonly environments: Environments;
  /** Node processes that see the packages of one lock each. */
  private readonly runners: WarmEnvironments<NodeRunners>;
  private opened: Promise<void> | null = null;

  constructor(
    options: NodePackageOptions,
    { node, guestDir, sandbox }: Pick<NpmInstallerOptions, 'node' | 'guestDir' | 'sandbox'>,
    make: (packages: string) => NodeRunners,
    onWarning: (message: string) => void,
  ) {
    const { folder, registry, timeoutMs, maxBytes, shared, archive } = options;
    this.store = new EnvironmentStore({
      root: folder,
      maxBytes,
      shared,
      guestsAreNobody: sandbox.contained && guestsAreOthers(),
    });
    this.environments = new Environments(
      this.store,
      new NpmInstaller({ node, guestDir, sandbox, registry, timeoutMs }),
      `node-${process.versions.modules}-${process.platform}-${process.arch}`,
      archive && new EnvironmentArchive(archive, onWarning),
      () => this.runners.endIdle(),
    );
    this.runners = new WarmEnvironments(this.environments, {
      title: TYPESCRIPT.title,
      most: MAX_WARM,
      idleMs: IDLE_MS,
      make,
      end: (runners) => runners.close(STOPPED),
    });
  }

  start(lock: string, run: RunSpec, host: RunHost): RunHandle {
    // The first use removes the incomplete environments of a killed server.
    this.opened ??= this.store.open().catch(() => undefined);
    return runInEnvironment(this.runners, lock, host, {
      phases: TYPESCRIPT.setupPhases,
      start: (runners) => runners.start(run, host),
    });
  }

  async close(): Promise<void> {
    this.environments.close();
    await this.runners.close();
    this.store.close();
  }
}
