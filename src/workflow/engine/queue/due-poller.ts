import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { Lead } from '../../../base/kernel/lead.js';
import { findDelay } from '../../../platform/database/find-delay.js';
import { correctSlots } from '../operations/correct-slots.js';
import { findDueProjects } from '../operations/due-projects.js';
import { expire } from '../operations/expire.js';
import { blockedKeys, unblock } from '../operations/slots.js';
import type { Transitions } from '../state/transitions.js';
import type { Pool } from './pool.js';
import { wakeFor } from './wake.js';
import type { WakeRouter } from './wake-router.js';
import type { WorkerRegistry } from './worker-registry.js';

/** Overlap of two polls, in ms, since other servers commit later than they write. */
const OVERLAP_MS = 1_000;
/** Share of the time that polls for due tasks may take: a poll is slow if a thousand projects have due tasks. */
export const POLLING_SHARE = 0.2;
/** Longest pause after a slow poll, in ms: a host that stops the server for two seconds must not cost eight more. */
export const MAX_REST_MS = 1_000;
/** Shortest time between two polls, in ms: tasks that become due within it share a poll. */
const PAUSE_MS = 10;
/** Time until another poll if the database does not answer, in ms. */
const RETRY_MS = 1_000;

/** Sends wakes for tasks that become due, and ends tasks past their deadline, at the time that their rows name. */
export class DuePoller {
  /** Time up to which wakes for due tasks have been sent, by the database's clock in ms. */
  private seen = 0;
  /** Pools of due tasks that no server takes: they do not keep a slot of a limit from other tasks. */
  private unreached: Pool[] = [];
  /** Keys whose slots are being passed on, and whether one has become free since that began. */
  private readonly passing = new Map<string, boolean>();
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly transitions: Transitions,
    private readonly router: WakeRouter,
    private readonly registry: WorkerRegistry,
    led: Lead,
    private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.poll(),
      // A poll knows when the next task is due; the sweep finds the rows of other servers.
      pollMs: Number.POSITIVE_INFINITY,
      pauseMs: PAUSE_MS,
      share: POLLING_SHARE,
      maxRestMs: MAX_REST_MS,
      retryMs: RETRY_MS,
      led,
      onError: (error) => logger.warn({ err: error }, 'failed to read due tasks'),
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): void {
    void this.loop.stop();
  }

  /** Sends wakes for all due tasks, and passes on free slots, in case messages were lost. */
  async sweep(): Promise<void> {
    await correctSlots(this.transitions.database);
    for (const slotKey of await blockedKeys(this.transitions.database)) await this.unblock(slotKey);
    this.seen = 0;
    this.loop.trigger();
  }

  /** Polls soon, since a task will become due or reach its deadline. Cheap. */
  trigger(): void {
    this.loop.trigger();
  }

  /** Unblocks tasks that wait for a freed slot. Slots that are freed in the meantime are passed on together. */
  async released(slotKey: string): Promise<void> {
    const under = this.passing.has(slotKey);
    this.passing.set(slotKey, under);
    if (under) return;
    do {
      this.passing.set(slotKey, false);
      await this.unblock(slotKey).catch((error: unknown) => {
        this.logger.warn(
          { err: error },
          'failed to pass on a free slot; the next sweep will retry',
        );
      });
    } while (this.passing.get(slotKey) === true);
    this.passing.delete(slotKey);
  }

  /** Returns the time until the next task becomes due or reaches its deadline, in ms, if there is one. */
  private async poll(): Promise<number | void> {
    const { database } = this.transitions;
    const { due, pools, at, nextAt } = await findDueProjects(
      database,
      Math.max(0, this.seen - OVERLAP_MS),
    );
    this.unreached = pools.filter((pool) => !this.registry.reaches(pool));
    for (const project of due)
      if (!this.unreached.includes(project.pool))
        this.router.route({ ...project, count: Number.POSITIVE_INFINITY });
    this.seen = at;
    while ((await expire(this.transitions, at)) > 0);
    const open = 'finished_at IS NULL AND deadline_at > ?';
    const untilDeadline = await findDelay(database, 'tasks', 'deadline_at', open, [at]);
    const delays = [nextAt && nextAt - at, untilDeadline].filter((delay) => delay !== null);
    if (delays.length > 0) return Math.min(...delays) + 1;
  }

  private async unblock(slotKey: string): Promise<void> {
    for (const row of await unblock(this.transitions.database, slotKey, this.unreached))
      this.router.route(wakeFor(row));
  }
}
