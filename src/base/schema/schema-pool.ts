import { MetarunError } from '../kernel/errors.js';
import { FairSlots } from '../kernel/fair-slots.js';
import type { SchemaIssue } from './schema-issue.js';
import type { SchemaJob } from './schema-job.js';
import { SchemaThread } from './schema-thread.js';

/** Number of threads. A project uses one at a time: the second keeps its slow schemas from delaying all others. */
const THREADS = 2;
/**
 * Limits of the jobs of one project that wait for a thread: their number, the characters of their documents, and time
 * (ms).
 */
const MAX_WAITING = 2_000;
const MAX_WAITING_CHARACTERS = 32 * 1024 * 1024;
const MAX_WAIT_MS = 10_000;
/** Limit of the waiting characters of all projects together. */
const MAX_WAITING_CHARACTERS_IN_ALL = 128 * 1024 * 1024;

/** The behaviour of a job on a busy machine. */
export interface Waiting {
  /**
   * True if it waits indefinitely, as for a run, which would be lost without its answer; otherwise it is refused after
   * some time.
   */
  waits: boolean;
}

/** The jobs of a project that wait for a thread. */
interface Queued {
  jobs: number;
  /** Characters of their documents. */
  characters: number;
}

/** Shares a few threads among all jobs. Projects take turns, so that no project waits for all jobs of another. */
export class SchemaPool {
  private readonly threads = Array.from({ length: THREADS }, () => new SchemaThread());
  private readonly idle = [...this.threads];
  private readonly slots = new FairSlots(THREADS);
  private readonly waiting = new Map<string, Queued>();
  private waitingCharacters = 0;
  private closed = false;

  /**
   * Rejects with `unavailable` if the pool is closed, and, unless the job waits, if too many jobs are waiting or this
   * one waited too long.
   */
  async run(job: SchemaJob, projectId: string, { waits }: Waiting): Promise<SchemaIssue[]> {
    if (this.closed) throw stopping();
    const size = job.schema.length + (job.kind === 'validate' ? job.value.length : 0);
    const { jobs, characters } = this.waiting.get(projectId) ?? { jobs: 0, characters: 0 };
    const isFull =
      jobs >= MAX_WAITING ||
      characters + size > MAX_WAITING_CHARACTERS ||
      this.waitingCharacters + size > MAX_WAITING_CHARACTERS_IN_ALL;
    if (isFull && !waits) throw busy();
    this.count(projectId, 1, size);
    const since = performance.now();
    return this.slots.run(projectId, async () => {
      this.count(projectId, -1, -size);
      if (this.closed) throw stopping();
      if (!waits && performance.now() - since > MAX_WAIT_MS) throw busy();
      const thread = this.idle.pop();
      // The number of threads equals the number of slots.
      if (thread === undefined) throw busy();
      try {
        return await thread.run(job, { waits });
      } finally {
        this.idle.push(thread);
      }
    });
  }

  /** Ends the threads. Waiting and running jobs are refused as `unavailable`. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private count(projectId: string, jobs: number, characters: number): void {
    const found = this.waiting.get(projectId) ?? { jobs: 0, characters: 0 };
    found.jobs += jobs;
    found.characters += characters;
    this.waitingCharacters += characters;
    if (found.jobs === 0) this.waiting.delete(projectId);
    else this.waiting.set(projectId, found);
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
