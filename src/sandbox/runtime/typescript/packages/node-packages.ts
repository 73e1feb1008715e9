import { EnvironmentArchive } from '../../packages/environment-archive.js';
import { EnvironmentStore } from '../../packages/environment-store.js';
import { Environments } from '../../packages/environments.js';
import type { ArchiveStore } from '../../archive-store.js';
import type { RunHandle, RunHost, RunSpec } from '../../runtime.js';
import type { NodeRunners } from '../node-runners.js';
import { EnvironmentRun } from './environment-run.js';
import { EnvironmentRunners } from './environment-runners.js';
import { NpmInstaller, type NpmInstallerOptions } from './npm-installer.js';

export interface NodePackageOptions {
  /** Folder for installed packages. */
  folder: string;
  /** The value of METARUN_NPM_REGISTRY_URL. */
  registry: string;
  timeoutMs: number;
  /** Disk for the packages of all scripts on Node. */
  maxBytes: number;
  /** True if other servers may use the folder. */
  shared: boolean;
  /** The storage by which servers have each other's environments; null if they have none. Who made it closes it. */
  archive: ArchiveStore | null;
}

/** The npm packages of scripts on Node: installed once for each lock, and seen by the runs that have it. */
export class NodePackages {
  private readonly store: EnvironmentStore;
  private readonly environments: Environments;
  private readonly runners: EnvironmentRunners;
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
      guestsAreNobody: sandbox.contained && process.getuid?.() === 0,
    });
    this.environments = new Environments(
      this.store,
      new NpmInstaller({ node, guestDir, sandbox, registry, timeoutMs }),
      `node-${process.versions.modules}-${process.platform}-${process.arch}`,
      archive && new EnvironmentArchive(archive, onWarning),
      () => this.runners.endIdle(),
    );
    this.runners = new EnvironmentRunners(this.environments, make);
  }

  start(lock: string, run: RunSpec, host: RunHost): RunHandle {
    // What a killed server has left half done goes with the first use.
    this.opened ??= this.store.open().catch(() => undefined);
    return new EnvironmentRun(this.runners, lock, run, host);
  }

  async close(): Promise<void> {
    this.environments.close();
    await this.runners.close();
    this.store.close();
  }
}
