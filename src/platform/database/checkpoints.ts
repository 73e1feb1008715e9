import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { packagePath } from '../../base/kernel/package-root.js';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { Database } from './database.js';

/**
 * Interval at which the size of the log is read (ms), and the size that starts the thread (bytes), which takes 17 MB.
 */
const POLL_MS = 250;
const MUCH = 4 * 1024 * 1024;

/**
 * Runs the checkpoints of a SQLite database in a thread. They wait for the disk, about 20 ms for 4 MB, and in the event
 * loop all requests would wait with them. Before the log grows large, writers pause for a moment so that it can
 * restart.
 */
export class Checkpoints {
  private readonly loop = new BackgroundLoop({
    work: () => this.poll(),
    pollMs: POLL_MS,
    onError: (error) => this.failed(error),
  });
  private worker: Worker | null = null;

  /** `path` is the path of the database. */
  constructor(
    private readonly path: string,
    private readonly database: Pick<Database, 'withoutWrites'>,
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
    const worker = new Worker(packagePath('dist/server/checkpoint.worker.js'), {
      workerData: this.path,
      env: {},
      execArgv: [],
      name: 'checkpoints',
    });
    this.worker = worker;
    worker.unref();
    worker.on('error', (error) => this.failed(error));
    worker.on('message', (message) => {
      if (message === 'pause') void this.database.withoutWrites(() => finished(worker));
    });
  }

  private failed(error: unknown): void {
    this.logger.error({ err: error }, 'failed to run checkpoints of the database');
  }
}

/** Makes the thread move the small rest of the log. Resolves once it has done so or has ended. */
function finished(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      worker.off('message', end);
      worker.off('exit', end);
      resolve();
    };
    if (worker.threadId === -1) return resolve();
    worker.on('message', end);
    worker.on('exit', end);
    worker.postMessage('paused');
  });
}
