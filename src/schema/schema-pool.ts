import { MetarunError } from '../kernel/errors.js';
import type { SchemaFault } from './schema-fault.js';
import type { SchemaJob } from './schema-job.js';
import { SchemaThread } from './schema-thread.js';

/** A second thread keeps one slow schema from holding up all others. */
const THREADS = 2;
/** What may wait for a thread: jobs, characters of their documents, and for how long (ms). */
const MAX_WAITING = 2_000;
const MAX_WAITING_CHARACTERS = 64 * 1024 * 1024;
const MAX_WAIT_MS = 10_000;

interface Waiting {
  job: SchemaJob;
  size: number;
  /** By the process's monotonic clock. */
  since: number;
  resolve(faults: Promise<SchemaFault[]>): void;
  reject(error: MetarunError): void;
}

/** Shares a few threads among all jobs, first come first served. */
export class SchemaPool {
  private readonly threads: readonly SchemaThread[];
  private readonly idle: SchemaThread[];
  private readonly waiting: Waiting[] = [];
  private waitingSize = 0;
  private closed = false;

  constructor() {
    this.threads = Array.from({ length: THREADS }, () => new SchemaThread());
    this.idle = [...this.threads];
  }

  /** Rejects with `unavailable` when too much waits already, it waited too long, or the pool is closed. */
  run(job: SchemaJob): Promise<SchemaFault[]> {
    const size = job.schema.length + (job.kind === 'validate' ? job.value.length : 0);
    if (this.closed) return Promise.reject(stopping());
    if (this.waiting.length >= MAX_WAITING || this.waitingSize + size > MAX_WAITING_CHARACTERS)
      return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, size, since: performance.now(), resolve, reject });
      this.waitingSize += size;
      this.startNext();
    });
  }

  /** Ends the threads. Jobs that wait or run are refused as `unavailable`. */
  async close(): Promise<void> {
    this.closed = true;
    for (let next = this.takeNext(); next; next = this.takeNext()) next.reject(stopping());
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private startNext(): void {
    const thread = this.idle.pop();
    if (thread === undefined) return;
    let next = this.takeNext();
    while (next && performance.now() - next.since > MAX_WAIT_MS) {
      next.reject(busy());
      next = this.takeNext();
    }
    if (next === undefined) {
      this.idle.push(thread);
      return;
    }
    const done = thread.run(next.job).finally(() => {
      this.idle.push(thread);
      this.startNext();
    });
    next.resolve(done);
  }

  private takeNext(): Waiting | undefined {
    const next = this.waiting.shift();
    if (next) this.waitingSize -= next.size;
    return next;
  }
}

function busy(): MetarunError {
  return new MetarunError(
    'unavailable',
    'Too many JSON Schemas are being checked at once. Try again in a moment.',
    { retryAfterSeconds: 1 },
  );
}

function stopping(): MetarunError {
  return new MetarunError('unavailable', 'The service is stopping.');
}
