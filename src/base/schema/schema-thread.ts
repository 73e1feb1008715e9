import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { MetarunError } from '../kernel/errors.js';
import { packagePath } from '../kernel/package-root.js';
import { limitCpuTime } from './cpu-limit.js';
import type { SchemaIssue } from './schema-issue.js';
import type { SchemaAnswer, SchemaJob } from './schema-job.js';

/** Limits of one job, from the time at which its thread is ready. */
export interface JobLimits {
  /** CPU time of the thread (ms). */
  cpuMs: number;
  /** Wall-clock time (ms) of a job that does not wait: the machine hardly runs the thread. */
  clockMs: number;
}

const MAX_CPU_MS = 1_000;
const MAX_CLOCK_MS = 30_000;
const LIMITS: JobLimits = { cpuMs: MAX_CPU_MS, clockMs: MAX_CLOCK_MS };
/** Pause that is requested from a refused client, in seconds. */
const RETRY_AFTER_SECONDS = 5;
/** Heap of a thread (MiB). A schema at its caps compiles in a fifth of it. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

const WORKER_FILE = packagePath('dist/server/schema.worker.js');

const ADVICE =
  'simplify the schema: recursive $ref, uniqueItems on long arrays and nested anyOf cost most';

/** The reason why a job was given up. */
type GivenUp = 'out_of_cpu_time' | 'out_of_time' | 'out_of_memory';

interface Pending {
  resolve(result: SchemaIssue[] | GivenUp): void;
  reject(error: Error): void;
}

/**
 * A worker thread that does one job at a time. It starts with its first job, and again after a job that had to be
 * terminated.
 */
export class SchemaThread {
  private started: { worker: Worker; ready: Promise<void> } | null = null;
  private pending: Pending | null = null;
  private closing = false;

  constructor(private readonly limits: JobLimits = LIMITS) {}

  /**
   * Returns the issues that the job finds, or a single issue if it took too much CPU time or memory. Unless the job
   * waits, rejects with `unavailable` if the machine did not run the thread for long enough to find out.
   */
  async run(job: SchemaJob, { waits }: { waits: boolean }): Promise<SchemaIssue[]> {
    const fresh = this.started === null;
    let result = await this.attempt(job, waits);
    // Schemas that the thread kept from earlier jobs may have filled its memory.
    if (result === 'out_of_memory' && !fresh) result = await this.attempt(job, waits);
    const { cpuMs } = this.limits;
    if (result === 'out_of_cpu_time')
      return [issue(`takes longer than ${cpuMs / 1000} s of CPU time to check: ${ADVICE}`)];
    if (result === 'out_of_memory') return [issue(`takes too much memory to check: ${ADVICE}`)];
    if (result === 'out_of_time') throw tooBusy();
    return result;
  }

  /** Ends the thread; a running job is refused as `unavailable`. */
  async close(): Promise<void> {
    this.closing = true;
    await this.started?.worker.terminate();
  }

  private async attempt(job: SchemaJob, waits: boolean): Promise<SchemaIssue[] | GivenUp> {
    const { worker, ready } = (this.started ??= this.start());
    await ready;
    worker.ref();
    let unwatch = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        const pending = { resolve, reject };
        this.pending = pending;
        worker.postMessage(job);
        unwatch = this.watch(worker, pending, waits);
      });
    } finally {
      unwatch();
      this.pending = null;
      // The process must not exit before a thread that is being terminated has ended.
      if (!this.closing) worker.unref();
    }
  }

  /** Terminates a job that exceeds its limits. Returns the function that ends the watch. */
  private watch(worker: Worker, job: Pending, waits: boolean): () => void {
    const { cpuMs, clockMs } = this.limits;
    const unlimit = limitCpuTime(worker, cpuMs, () => this.giveUp(job, 'out_of_cpu_time'));
    const endInTime = (): void => this.giveUp(job, 'out_of_time');
    // The immediate allows an answer to be read that arrived while this event loop was held up.
    const timer = waits ? undefined : setTimeout(() => setImmediate(endInTime), clockMs);
    return () => {
      unlimit();
      clearTimeout(timer);
    };
  }

  private start(): { worker: Worker; ready: Promise<void> } {
    const compiled = getCompileCacheDir();
    const worker = new Worker(WORKER_FILE, {
      // The thread shares the compile cache of this process.
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
      execArgv: [],
      resourceLimits: RESOURCE_LIMITS,
      name: 'schema',
    });
    const ready = new Promise<void>((resolve, reject) => {
      const failed = (error: Error): void => {
        reject(error);
        if (this.started?.worker === worker) this.pending?.reject(error);
      };
      worker.on('message', (answer: SchemaAnswer) => {
        if (answer.kind === 'ready') resolve();
        else if (this.started?.worker === worker) this.pending?.resolve(answer.issues);
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.giveUp(this.pending, 'out_of_memory');
        failed(error);
      });
      worker.on('exit', () => {
        failed(new MetarunError('unavailable', 'The service is stopping.'));
        if (this.started?.worker === worker) this.started = null;
      });
    });
    return { worker, ready };
  }

  /** Settles a job that cannot complete, and ends the thread. */
  private giveUp(job: Pending | null, reason: GivenUp): void {
    if (job === null || job !== this.pending) return;
    const worker = this.started?.worker;
    this.started = null;
    job.resolve(reason);
    void worker?.terminate();
  }
}

function tooBusy(): MetarunError {
  return new MetarunError(
    'unavailable',
    'This machine is too busy to check JSON Schemas. Try again in a moment.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

function issue(message: string): SchemaIssue {
  return { pointer: '', message };
}
