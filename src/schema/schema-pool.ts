import { MetarunError } from '../kernel/errors.js';
import type { SchemaFault } from './schema-fault.js';
import type { SchemaJob } from './schema-job.js';
import { SchemaThread } from './schema-thread.js';

/** A project has one thread at a time: the second keeps its slow schemas from holding up all others. */
const THREADS = 2;
/** What may wait for a thread of one project: jobs, characters of their documents, and for how long (ms). */
const MAX_WAITING = 2_000;
const MAX_WAITING_CHARACTERS = 32 * 1024 * 1024;
const MAX_WAIT_MS = 10_000;
/** And of all projects together. */
const MAX_WAITING_CHARACTERS_IN_ALL = 128 * 1024 * 1024;

interface Waiting {
  job: SchemaJob;
  size: number;
  /** By the process's monotonic clock. */
  since: number;
  resolve(faults: Promise<SchemaFault[]>): void;
  reject(error: MetarunError): void;
}

/** What one project waits for, first come first served. */
interface Queue {
  jobs: Waiting[];
  /** Characters of all its documents. */
  size: number;
  /** Whether one of its jobs is at work. */
  busy: boolean;
}

/** Shares a few threads among all jobs. Projects take turns, so that none waits for what another has asked for. */
export class SchemaPool {
  private readonly threads: readonly SchemaThread[];
  private readonly idle: SchemaThread[];
  /** By project, the one that has waited longest for its turn first. */
  private readonly queues = new Map<string, Queue>();
  private waitingSize = 0;
  private closed = false;

  constructor() {
    this.threads = Array.from({ length: THREADS }, () => new SchemaThread());
    this.idle = [...this.threads];
  }

  /** Rejects with `unavailable` when too much waits already, it waited too long, or the pool is closed. */
  run(job: SchemaJob, projectId: string): Promise<SchemaFault[]> {
    const size = job.schema.length + (job.kind === 'validate' ? job.value.length : 0);
    const queue = this.queues.get(projectId) ?? { jobs: [], size: 0, busy: false };
    if (this.closed) return Promise.reject(stopping());
    if (
      queue.jobs.length >= MAX_WAITING ||
      queue.size + size > MAX_WAITING_CHARACTERS ||
      this.waitingSize + size > MAX_WAITING_CHARACTERS_IN_ALL
    )
      return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      queue.jobs.push({ job, size, since: performance.now(), resolve, reject });
      queue.size += size;
      this.waitingSize += size;
      this.queues.set(projectId, queue);
      this.startNext();
    });
  }

  /** Ends the threads. Jobs that wait or run are refused as `unavailable`. */
  async close(): Promise<void> {
    this.closed = true;
    for (const queue of this.queues.values())
      for (let next = this.takeNext(queue); next; next = this.takeNext(queue))
        next.reject(stopping());
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  /** Gives a thread that is idle to the project whose turn it is. */
  private startNext(): void {
    const thread = this.idle.pop();
    if (thread === undefined) return;
    for (const [projectId, queue] of this.queues) {
      if (queue.busy) continue;
      const next = this.takeInTime(queue);
      if (next === undefined) {
        this.queues.delete(projectId);
        continue;
      }
      queue.busy = true;
      // Its next turn comes after that of all others.
      this.queues.delete(projectId);
      this.queues.set(projectId, queue);
      const done = thread.run(next.job).finally(() => {
        queue.busy = false;
        if (queue.jobs.length === 0) this.queues.delete(projectId);
        this.idle.push(thread);
        this.startNext();
      });
      next.resolve(done);
      return;
    }
    this.idle.push(thread);
  }

  /** The next of a project's jobs; those that have waited for too long are refused. */
  private takeInTime(queue: Queue): Waiting | undefined {
    for (;;) {
      const next = this.takeNext(queue);
      if (next === undefined || performance.now() - next.since <= MAX_WAIT_MS) return next;
      next.reject(busy());
    }
  }

  private takeNext(queue: Queue): Waiting | undefined {
    const next = queue.jobs.shift();
    if (next) {
      queue.size -= next.size;
      this.waitingSize -= next.size;
    }
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
