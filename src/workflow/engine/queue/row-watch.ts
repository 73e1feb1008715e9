import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { Database } from '../../../platform/database/database.js';
import { type DueProject, findDueProjects } from '../operations/due-projects.js';
import { MAX_REST_MS, POLLING_SHARE } from './due-poller.js';
import { LANES } from './lane.js';
import type { LocalQueues } from './local-queue.js';
import type { WorkerRegistry } from './worker-registry.js';

/**
 * Interval at which the rows are polled, in ms, and the fraction by which it varies, so that servers that start
 * together do not poll together.
 */
const POLL_MS = 1_000;
const VARIES = 0.2;
/** Shortest time between two polls, in ms. */
const PAUSE_MS = 10;
/** Time after which a freed slot is worth a poll if no other server has sent a wake for it, in ms. */
const FREED_MS = 50;
/** Interval at which a server without a free slot looks for projects that it does not know of, in ms. */
const FULL_POLL_MS = 250;

/** The parts of the server for which the rows are watched. */
export interface Watched {
  queues: LocalQueues;
  registry: Pick<WorkerRegistry, 'takes' | 'report'>;
  workerId(): string;
  /** Number of runs on this server. */
  running(): number;
  cancel(taskId: string): void;
}

/**
 * Finds in the rows, once a second, what no message of another server has announced: due tasks while slots are free,
 * and cancels of runs of this server. A lost message thus costs at most a second. Without a free slot it polls more
 * often, for projects with no task here: otherwise a flood of one project would keep all slots of all servers.
 */
export class RowWatch {
  /** Time of the last look for cancels, by the monotonic clock in ms. */
  private lookedAt = Number.NEGATIVE_INFINITY;
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly database: Database,
    private readonly watched: Watched,
    logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.poll(),
      pollMs: POLL_MS,
      pauseMs: PAUSE_MS,
      share: POLLING_SHARE,
      maxRestMs: MAX_REST_MS,
      onError: (error) => logger.warn({ err: error }, 'failed to poll for tasks of other servers'),
    });
  }

  start(): void {
    this.loop.start(POLL_MS);
  }

  stop(): void {
    void this.loop.stop();
  }

  /**
   * Handles a slot that has become free after all were taken. Other servers count it as taken until this one reports
   * it. One of them may send a wake for it; there may also be due tasks that no server knows of.
   */
  slotFreed(): void {
    this.watched.registry.report();
    this.loop.within(FREED_MS);
  }

  /** Polls for everything now. */
  trigger(): void {
    this.lookedAt = Number.NEGATIVE_INFINITY;
    this.loop.trigger();
  }

  private async poll(): Promise<number> {
    const { queues, registry } = this.watched;
    const isFull = LANES.some((lane) => queues[lane].isWaiting);
    const lanes = LANES.filter((lane) => queues[lane].isWaiting || queues[lane].free > 0);
    const { due } =
      lanes.length === 0 ? { due: [] } : await findDueProjects(this.database, 0, lanes);
    for (const { lane, projectId, pool } of shuffled(due))
      if (registry.takes(pool))
        queues[lane].wake({ projectId, pool, count: Number.POSITIVE_INFINITY });
    await this.lookForCancels();
    return (isFull ? FULL_POLL_MS : POLL_MS) * (1 + (Math.random() * 2 - 1) * VARIES);
  }

  /** Cancels runs at most once in {@link POLL_MS}, however often the rows are polled for tasks. */
  private async lookForCancels(): Promise<void> {
    const { watched, database } = this;
    const now = performance.now();
    if (watched.running() === 0 || now - this.lookedAt < POLL_MS * (1 - VARIES)) return;
    this.lookedAt = now;
    for (const id of await cancelledRuns(database, watched.workerId())) watched.cancel(id);
  }
}

/** Shuffles the projects, so that servers that find the same ones do not begin with the same one. */
function shuffled(projects: readonly DueProject[]): DueProject[] {
  const begin = Math.floor(Math.random() * projects.length);
  return [...projects.slice(begin), ...projects.slice(0, begin)];
}

/** Returns the ids of tasks that a server runs and for which a cancel is requested. */
export async function cancelledRuns(database: Database, workerId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT id FROM tasks WHERE status = 'running' AND worker_id = ? AND cancel_requested_at IS NOT NULL`,
    [workerId],
  );
  return rows.map(({ id }) => id);
}
