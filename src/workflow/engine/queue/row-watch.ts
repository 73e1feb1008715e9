import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { Database } from '../../../platform/database/database.js';
import { cancelledRuns } from '../operations/cancelled-runs.js';
import { type DueProject, findDueProjects } from '../operations/due-projects.js';
import { POLLING_SHARE } from './due-poller.js';
import { LANES } from './lane.js';
import type { LocalQueues } from './local-queue.js';
import type { WorkerRegistry } from './worker-registry.js';

/** Interval at which the rows are polled, ms, and by what part it varies: servers that start together shall not poll together. */
const POLL_MS = 1_000;
const VARIES = 0.2;
/** Shortest time between two polls, ms. */
const PAUSE_MS = 10;
/** Time after which a slot that has become free, and for which no other server has sent a wake, is worth a poll, ms. */
const FREED_MS = 50;
/** Interval at which a server without a free slot looks for projects that it does not know of, ms. */
const FULL_POLL_MS = 250;

/** The server that it watches the rows for. */
export interface Watched {
  queues: LocalQueues;
  registry: Pick<WorkerRegistry, 'takes' | 'report'>;
  workerId(): string;
  /** Number of runs on this server. */
  running(): number;
  cancel(taskId: string): void;
}

/**
 * Finds in the rows, once a second, what no message of another server has reported: due tasks while slots are free, and cancels
 * of runs of this server. A message that is lost costs no more than that second. While no slot is free it looks more often, for
 * due tasks of projects of which no task waits here: else a flood of one project would keep all slots of all servers.
 */
export class RowWatch {
  /** When cancels were looked for last, by the monotonic clock in ms. */
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
   * Notes that a slot has become free after all were taken: the other servers count it as taken until this one reports it. One of
   * them may send a wake for it; there may also be due tasks that none knows of.
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

  /** Once in {@link POLL_MS}, however often the rows are polled for tasks. */
  private async lookForCancels(): Promise<void> {
    const { watched, database } = this;
    const now = performance.now();
    if (watched.running() === 0 || now - this.lookedAt < POLL_MS * (1 - VARIES)) return;
    this.lookedAt = now;
    for (const id of await cancelledRuns(database, watched.workerId())) watched.cancel(id);
  }
}

/** Servers that find the same projects shall not begin with the same one. */
function shuffled(projects: readonly DueProject[]): DueProject[] {
  const begin = Math.floor(Math.random() * projects.length);
  return [...projects.slice(begin), ...projects.slice(0, begin)];
}
