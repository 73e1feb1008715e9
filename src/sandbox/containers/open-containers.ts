import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../base/config/settings.js';
import { getErrorMessage } from '../../base/kernel/errors.js';
import type { EgressFolder } from '../runtime/sandbox/egress-folder.js';
import { ownLabels } from './container-owner.js';
import { ContainerRunners } from './container-runners.js';
import type { ContainerEngine } from './container-engine.js';
import { findEngine } from './find-engine.js';
import { Orphans } from './orphans.js';
import { writeSeccompProfile } from './seccomp-profile.js';

const STOPPED = { code: 'worker_lost', message: 'The service stopped during the run.' } as const;

/** A working engine with everything created for it. */
export interface OpenContainers {
  engine: ContainerEngine;
  runners: ContainerRunners;
  /** Ends all containers and background work. */
  close: () => Promise<void>;
}

/** Opens the engine if it works; returns null if `auto` finds none. See `Containers.open`. */
export async function openContainers(
  config: Config,
  egress: EgressFolder,
  onWarning: (message: string) => void,
): Promise<OpenContainers | null> {
  const folder = await mkdtemp(join(tmpdir(), 'metarun-containers-'));
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const seccomp = join(folder, 'seccomp.json');
    await writeSeccompProfile(seccomp);
    const engine = await findEngine(config, { labels: ownLabels(), seccomp });
    if (engine === null) {
      onWarning('METARUN_CONTAINER_ENGINE is "auto", and no container engine works here.');
      await removeFolder();
      return null;
    }
    if (engine.about.rootless) egress.letOthersIn();
    const orphans = new Orphans(engine, (error) =>
      onWarning(`failed to look for orphaned containers: ${getErrorMessage(error)}`),
    );
    orphans.start();
    const maxWaiting = config.containerPool;
    const runners = new ContainerRunners({
      engine,
      maxWaiting,
      folder,
      egressDir: egress.path,
      onWarning,
    });
    const close = async (): Promise<void> => {
      await Promise.all([runners.close(STOPPED), orphans.stop()]);
      await removeFolder();
    };
    return { engine, runners, close };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
