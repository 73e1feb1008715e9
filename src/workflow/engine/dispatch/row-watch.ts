import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { Database } from '../../../platform/database/database.js';
import type { TaskHint } from './dispatcher.js';
import { POLLING_SHARE } from './due-task-poller.js';
import { type Lane, LANES } from './lane.js';
import type { Pool } from './pool.js';
import { cancelledRuns } from '../operations/cancelled-runs.js';
import { dueNow, type Wanted } from '../operations/due-now.js';

/** Interval at which the rows are polled, ms, and by what part it varies: servers that start together shall not poll together. */
const POLL_MS = 1_000;
const VARIES = 0.2;
/** Shortest time between two polls, ms. */
const PAUSE_MS = 10;
/** Time after which a slot that has become free, and for which no other server has sent a hint, is worth a poll, ms. */
const RELIEVED_MS = 50;
/** Hints that are read for each free slot: other servers may take the tasks first. */
const HINTS_PER_SLOT = 2;
/** Interval at which a server without a free slot looks for projects of which it has nothing to do, ms. */
const FULL_POLL_MS = 250;
/** Hints that are read of all such projects together. */
const HINTS_OF_OTHERS = 500;

/** The server that it watches the rows for. */
export interface Watched {
  workerId(): string;
  /** The number of runs on this server. */
  running(): number;
  /** Slots of a lane that are free, with no hint that waits. */
  free(lane: Lane): number;
  /** Returns whether hints of a lane wait, of `projectId` where it is given. */
  waits(lane: Lane, projectId?: string): boolean;
  /** Notes that a project has more due tasks than have been offered. */
  more(projectId: string, lane: Lane, priority: number): void;
  /** Returns whether the server takes the tasks of a pool. */
  takes(pool: Pool): boolean;
  offer(hint: TaskHint): void;
  cancel(taskId: string): void;
  /** Reports to the other servers that a slot has become free: they take it for taken. */
  reportFree(): void;
}

/**
 * Finds in the rows, once a second, what no message of another server has reported: due tasks while slots are free, and cancels
 * of runs of this server. A message that is lost costs no more than that second. While no slot is free it looks more often, for
 * due tasks of projects of which no hint waits here: else a flood of one project would keep all slots of all servers.
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
   * Notes that a slot has become free after all were taken. Another server with tasks that wait sends it one; there may be due tasks
   * of which none knows.
   */
  relieved(): void {
    this.watched.reportFree();
    this.loop.within(RELIEVED_MS);
  }

  /** Polls for everything now. */
  poke(): void {
    this.lookedAt = Number.NEGATIVE_INFINITY;
    this.loop.poke();
  }

  private async poll(): Promise<number> {
    const { watched, database } = this;
    const isFull = LANES.some((lane) => watched.waits(lane));
    const found = await dueNow(
      database,
      LANES.map((lane) => this.wanted(lane)),
      (pool) => watched.takes(pool),
    );
    for (const hint of found.hints) watched.offer(hint);
    for (const { lane, projectId, priority } of found.more) watched.more(projectId, lane, priority);
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

  /**
   * Returns what is wanted of a lane. Where hints wait, tasks of another project may be due that no message has reported, since no
   * slot was free anywhere: projects share the slots only of servers that know them.
   */
  private wanted(lane: Lane): Wanted {
    const { watched } = this;
    return watched.waits(lane)
      ? { lane, count: HINTS_OF_OTHERS, of: (projectId) => !watched.waits(lane, projectId) }
      : { lane, count: watched.free(lane) * HINTS_PER_SLOT, of: () => true };
  }
}
