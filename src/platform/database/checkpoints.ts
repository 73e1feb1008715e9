import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { packagePath } from '../../base/kernel/package-root.js';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';

/** The interval at which the size of the log is read (ms), and the size that starts a thread (bytes), which takes 17 MB. */
const POLL_MS = 2_000;
const MUCH = 4 * 1024 * 1024;

/**
 * Checkpoints of a SQLite database, in a thread of their own: they wait for the disk, some 20 ms for 4 MB. In the event loop
 * all requests would wait with them.
 */
export class Checkpoints {
  private readonly loop = new BackgroundLoop({
    work: () => this.poll(),
    pollMs: POLL_MS,
    onError: (error) => this.failed(error),
  });
  private worker: Worker | null = null;

  /** `path` is that of the database. */
  constructor(
    private readonly path: string,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.loop.start();
  }

  /** Ends the thread, which closes the database. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await this.worker?.terminate();
  }

  private async poll(): Promise<void> {
    const log = await stat(`${this.path}-wal`).catch(() => null);
    if (log === null || log.size < MUCH || this.loop.stopped) return;
    void this.loop.stop();
    this.worker = new Worker(packagePath('dist/server/checkpoint.worker.js'), {
      workerData: this.path,
      env: {},
      execArgv: [],
      name: 'checkpoints',
    });
    this.worker.unref();
    this.worker.on('error', (error) => this.failed(error));
  }

  private failed(error: unknown): void {
    this.logger.error({ err: error }, 'failed to make checkpoints of the database');
  }
}
