import { engineEnvironment } from '../../base/config/engine-environment.js';
import type { Config } from '../../base/config/settings.js';
import { getErrorMessage } from '../../base/kernel/errors.js';
import { ContainerEngine } from './container-engine.js';
import { ENGINE_NAMES } from './engine-report.js';

type EngineConfig = Pick<
  Config,
  'containerEngine' | 'containerArgs' | 'containerRunArgs' | 'sandboxMinLevel'
>;

export interface FindOptions {
  /** Labels of all containers of this process. */
  labels: Readonly<Record<string, string>>;
  /** File with the system call filter; null for the engine's own filter. */
  seccomp: string | null;
}

/**
 * Returns the engine that METARUN_CONTAINER_ENGINE selects; null for `none`, and for `auto` if no engine works. Rejects
 * with an Error that says what to do if a named engine does not work or the engine's level is below
 * METARUN_SANDBOX_MIN_LEVEL.
 */
export async function findEngine(
  { containerEngine: wanted, containerArgs, containerRunArgs, sandboxMinLevel }: EngineConfig,
  { labels, seccomp }: FindOptions,
): Promise<ContainerEngine | null> {
  if (wanted === 'none') return null;
  const options = {
    args: containerArgs,
    runArgs: containerRunArgs,
    env: engineEnvironment(),
    labels,
    seccomp,
  };
  for (const name of wanted === 'auto' ? ENGINE_NAMES : [wanted]) {
    let engine: ContainerEngine;
    try {
      engine = await ContainerEngine.open(name, options);
    } catch (error) {
      if (wanted === 'auto') continue;
      throw new Error(
        `METARUN_CONTAINER_ENGINE is "${wanted}", which does not work: ${getErrorMessage(error)}`,
        { cause: error },
      );
    }
    const { level } = engine.about;
    if (level >= sandboxMinLevel) return engine;
    throw new Error(
      `Containers of ${name} have level ${level}, and METARUN_SANDBOX_MIN_LEVEL asks for ${sandboxMinLevel}. A rootless engine has level 3; METARUN_CONTAINER_ENGINE=none does without containers.`,
    );
  }
  return null;
}
