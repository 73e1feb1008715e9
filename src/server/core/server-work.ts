import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { BackgroundWorks } from '../../base/kernel/background-work.js';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import { ConversionWorker } from '../../files/files/documents/conversion-worker.service.js';
import { PausableWork } from '../installation/pausable-work.js';
import { InstallationStates } from '../installation/state/installation-state.service.js';
import { Checkpoints } from '../../platform/database/checkpoints.js';
import { sqlitePath } from '../../platform/database/data-source.js';
import { Database } from '../../platform/database/database.js';
import { SandboxedDocumentConverter } from '../../sandbox/conversion/sandboxed.document-converter.js';
import { WorkerLease } from '../../workflow/engine/workers/worker-lease.js';
import type { ServerConfig } from './config.js';
import { CoreWork } from './core-work.js';
import { ScriptWarming } from './script-warming.js';

/** Background work of a server. */
@Injectable()
export class ServerWork {
  private readonly works: BackgroundWorks;
  private started = false;

  constructor(
    @Inject(CONFIG) private readonly config: ServerConfig,
    @Inject(LOGGER) logger: Logger,
    database: Database,
    core: CoreWork,
    states: InstallationStates,
    conversions: ConversionWorker,
    private readonly converter: SandboxedDocumentConverter,
    private readonly warming: ScriptWarming,
    private readonly lease: WorkerLease,
    private readonly pausable: PausableWork,
  ) {
    this.works = new BackgroundWorks([
      ...(database.kind === 'sqlite'
        ? [new Checkpoints(sqlitePath(config), database, logger)]
        : []),
      ...(config.roles.includes('keeper') ? [conversions] : []),
      core,
      states,
      pausable,
    ]);
  }

  /**
   * Starts all background work; resolves once tasks run. Runtimes of scripts may still be starting, or may fail to
   * start.
   */
  async start(): Promise<void> {
    await this.warming.ready();
    this.started = true;
    await this.works.start();
    // No request waits for the converter; health reports its failure.
    const { roles } = this.config;
    if (roles.includes('api') || roles.includes('keeper')) void this.converter.warm();
  }

  /**
   * Stops all background work. Running tasks may finish within METARUN_SHUTDOWN_SECONDS; requests are answered for at
   * least METARUN_DRAIN_SECONDS.
   */
  async stop(): Promise<void> {
    if (!this.started) return;
    this.lease.drain();
    await Promise.all([this.pausable.stop(), delay(this.config.drainSeconds * 1000)]);
    await this.works.stop();
  }
}
