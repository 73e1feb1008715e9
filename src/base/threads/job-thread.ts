import { getCompileCacheDir } from 'node:module';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { packagePath } from '../kernel/package-root.js';

/** A message of a thread about the job with this number. */
export type JobAnswer<Answer> = { id: number } & ({ answer: Answer } | { failed: string });

/** The error if the thread ended or failed, with this message, during the job. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
}

/**
 * Returns the memory of the bytes if it contains nothing else, so that it can be transferred to a thread without a
 * copy.
 */
export function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * A worker thread that does the jobs of one file in their order. It starts with its first job, and again after its end.
 */
export class JobThread<Job, Answer> {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting<Answer>>();
  private lastId = 0;
  private closing = false;

  /** `file`: the name of a file in `dist/server`, such as `text.worker.js`, which calls {@link serveJobs}. */
  constructor(
    private readonly file: string,
    private readonly options: Pick<WorkerOptions, 'env' | 'resourceLimits'> = {},
  ) {}

  /** Starts loading what the first job needs. */
  warm(): void {
    this.worker ??= this.start();
  }

  /** Does one job. `moved`: memory that is transferred to the thread, not copied. Throws {@link JobFailed}. */
  run(job: Job, moved: readonly ArrayBuffer[] = []): Promise<Answer> {
    if (this.closing) return Promise.reject(new JobFailed('the thread has been closed'));
    const worker = (this.worker ??= this.start());
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, job }, moved);
    });
  }

  /** Ends the thread; running jobs fail. */
  async close(): Promise<void> {
    this.closing = true;
    await this.worker?.terminate();
  }

  private start(): Worker {
    const compiled = getCompileCacheDir();
    const worker = new Worker(packagePath(`dist/server/${this.file}`), {
      // The thread shares the compile cache of this process.
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
      execArgv: [],
      name: this.file,
      ...this.options,
    });
    worker.on('message', (message: JobAnswer<Answer>) => this.settle(message));
    worker.on('error', (error) => this.end(worker, String(error)));
    worker.on('exit', () => this.end(worker, 'the thread has ended'));
    // The process ends when it waits for nothing else, even while this thread runs.
    worker.unref();
    return worker;
  }

  private settle(message: JobAnswer<Answer>): void {
    const job = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if ('answer' in message) job?.resolve(message.answer);
    else job?.reject(new JobFailed(message.failed));
    // The process must not exit before a thread that is being terminated has ended.
    if (this.waiting.size === 0 && !this.closing) this.worker?.unref();
  }

  private end(worker: Worker, why: string): void {
    if (this.worker !== worker) return;
    this.worker = null;
    for (const job of this.waiting.values()) job.reject(new JobFailed(why));
    this.waiting.clear();
  }
}
