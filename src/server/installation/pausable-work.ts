import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { BackgroundWork } from '../../base/kernel/background-work.js';
import { LOGGER } from '../../base/tokens.js';
import { InstallationWork } from './installation-work.js';
import { Pause, type PauseState } from './pause.js';

/** Interval at which a paused server checks whether it may resume, in ms. */
const POLL_MS = 500;

/** Starts background work once the installation is not paused. A later pause does not stop it. */
@Injectable()
export class PausableWork implements BackgroundWork {
  private paused: PauseState | null = null;
  private readonly loop = new BackgroundLoop({
    work: () => this.goOn(),
    pollMs: POLL_MS,
    onError: (error) =>
      this.logger.warn({ err: error }, 'failed to read whether the installation is paused'),
  });

  constructor(
    @Inject(InstallationWork) private readonly work: BackgroundWork,
    private readonly pause: Pause,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The pause; null once the work has started. */
  get state(): PauseState | null {
    return this.paused;
  }

  async start(): Promise<void> {
    this.paused = await this.pause.state();
    if (this.paused === null) return this.work.start();
    this.logger.warn(
      this.paused,
      'paused: no task runs, no schedule ticks, no webhook is sent, nothing is deleted by age; `metarun resume` ends this',
    );
    this.loop.start(POLL_MS);
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    await this.work.stop();
  }

  private async goOn(): Promise<void> {
    if ((await this.pause.state()) !== null) return;
    // Work that failed to start cannot be started again, so the loop ends first.
    void this.loop.stop();
    try {
      await this.work.start();
    } catch (error) {
      this.logger.error({ err: error }, 'failed to resume after the pause; restart the server');
      return;
    }
    this.paused = null;
    this.logger.info('resumed: tasks, schedules and webhooks go on');
  }
}
