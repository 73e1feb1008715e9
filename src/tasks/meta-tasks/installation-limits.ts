import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import type { Config } from '../../base/config/settings.js';

/** A limit of the installation: its default for meta-tasks, and its maximum. Null: no limit. */
export interface InstallationLimit {
  default: number | null;
  most: number | null;
}

/** The limits of the installation on a run, whatever its meta-task requests. */
@Injectable()
export class InstallationLimits {
  readonly timeoutSeconds: InstallationLimit;
  readonly memoryMb: InstallationLimit;
  readonly cpuSeconds: InstallationLimit;

  constructor(@Inject(CONFIG) config: Config) {
    const { maxCpuSeconds: mostCpu } = config;
    this.timeoutSeconds = limit(config.defaultTimeoutSeconds, config.maxTimeoutSeconds);
    this.memoryMb = limit(config.defaultMemoryMb, config.maxMemoryMb);
    this.cpuSeconds = limit(config.defaultCpuSeconds || mostCpu, mostCpu);
  }
}

/** In the settings, 0 means no limit. */
function limit(usual: number, most: number): InstallationLimit {
  return { default: usual || null, most: most || null };
}
