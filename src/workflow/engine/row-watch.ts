import type { Logger } from 'pino';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { Database } from '../../platform/database/database.js';
import type { TaskHint } from './dispatcher.js';
import { type Lane, LANES } from './lane.js';
import type { Pool } from './pool.js';
import { cancelledRuns } from './operations/cancelled-runs.js';
import { dueNow } from './operations/due-now.js';

/** Interval at which the rows are polled, and by what part it varies, ms: servers that start together shall not poll together. */
const POLL_MS = 1_000;
const VARIES_MS = 200;
/** Shortest time between two polls, ms. */
const PAUSE_MS = 10;
/** Hints that are read for each free slot: other servers may take the tasks first. */
const HINTS_PER_SLOT = 2;

/** The server that it watches the rows for. */
export interface Watched {
  workerId(): string;
  /** The number of runs on this server. */
  running(): number;
  /** Slots of a lane that are free, with no hint that waits. */
  free(lane: Lane): number;
  /** Returns whether the server takes the tasks of a pool. */
  takes(pool: Pool): boolean;
  offer(hint: TaskHint): void;
  cancel(taskId: string): void;
  /** Notes that a slot which has become free has nothing to do: the other servers take it for taken. */
  idle(): void;
}

/**
 * Finds in the rows, once a second, what no message of another server has reported: due tasks while slots are free, and cancels
 * of runs of this server. A message that is lost costs no more than that second.
 */
export class RowWatch {
  /** Lanes whose slots have become free since the last poll. */
  private readonly unread = new Set<Lane>();
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
      onError: (error) => logger.warn({ err: error }, 'failed to poll for tasks of other servers'),
    });
  }

  start(): void {
    this.loop.start(POLL_MS);
  }

  stop(): void {
    void this.loop.stop();
  }

  /** Notes that a slot has become free after all were taken: there may be due tasks of which this server does not know. */
  relieved(lane: Lane): void {
    this.unread.add(lane);
    this.loop.poke();
  }

  /** Polls now. */
  poke(): void {
    this.loop.poke();
  }

  /** Returns how many slots of a lane have nothing to do, as far as is known. */
  idle(lane: Lane): number {
    return this.unread.has(lane) ? 0 : this.watched.free(lane);
  }

  private async poll(): Promise<number> {
    const { watched, database } = this;
    const relieved = [...this.unread];
    this.unread.clear();
    const slots = LANES.map((lane) => ({ lane, count: watched.free(lane) * HINTS_PER_SLOT }));
    for (const hint of await dueNow(database, slots, (pool) => watched.takes(pool)))
      watched.offer(hint);
    if (watched.running() > 0)
      for (const id of await cancelledRuns(database, watched.workerId())) watched.cancel(id);
    if (relieved.some((lane) => watched.free(lane) > 0)) watched.idle();
    return POLL_MS + (Math.random() * 2 - 1) * VARIES_MS;
  }
}
