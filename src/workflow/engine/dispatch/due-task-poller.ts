import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { Lead } from '../../../base/kernel/lead.js';
import { hintOf } from './dispatcher.js';
import { type Lane, LANES } from './lane.js';
import type { Lanes } from './lanes.js';
import type { Offers } from './offers.js';
import { type Due, due } from '../operations/due.js';
import { expire, nextDeadline } from '../operations/expire.js';
import { correctSlots } from '../operations/correct-slots.js';
import { blockedKeys, unblock } from '../operations/slots.js';
import type { Pool } from './pool.js';
import type { Transitions } from '../state/transitions.js';

/** Polls overlap by this time, ms: other servers commit later than they write. */
const OVERLAP_MS = 1_000;
/** Part of the time that may go into polls for due tasks: with those of a thousand projects one takes its time. */
export const POLLING_SHARE = 0.2;
/** Shortest time between two polls, ms: what becomes due within it is offered together. */
const PAUSE_MS = 10;
/** Time until another try when the database does not answer, ms. */
const RETRY_MS = 1_000;

/** Offers the dispatcher what the rows say is due, and ends what is past its deadline, as soon as its time comes. */
export class DueTaskPoller {
  /** Up to when due tasks have been offered, by the database's clock in ms. */
  private seen = 0;
  /** The pools of due tasks that no server takes: they keep no slot of a limit from others. */
  private unreached: Pool[] = [];
  /** The keys whose slots are being passed on, and whether one has become free since that began. */
  private readonly passing = new Map<string, boolean>();
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly transitions: Transitions,
    private readonly lanes: Lanes,
    private readonly offers: Offers,
    led: Lead,
    private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.poll(),
      // A poll says when the next task is due; other servers' rows are seen by the sweep.
      pollMs: Number.POSITIVE_INFINITY,
      pauseMs: PAUSE_MS,
      share: POLLING_SHARE,
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

  /** Offers every due task there is, and sees to what may have been missed. */
  async sweep(): Promise<void> {
    await correctSlots(this.transitions.database);
    for (const slotKey of await blockedKeys(this.transitions.database)) await this.unblock(slotKey);
    this.seen = 0;
    this.loop.poke();
  }

  /** Polls soon: a task will be due, or past its deadline, at a time to come. Cheap. */
  poke(): void {
    this.loop.poke();
  }

  /** Lets tasks try that wait for a slot which may have become free. What becomes free meanwhile goes together. */
  async released(slotKey: string): Promise<void> {
    const under = this.passing.has(slotKey);
    this.passing.set(slotKey, under);
    if (under) return;
    do {
      this.passing.set(slotKey, false);
      await this.unblock(slotKey).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'failed to pass on a slot; the next sweep does');
      });
    } while (this.passing.get(slotKey) === true);
    this.passing.delete(slotKey);
  }

  /** Offers the due tasks of a lane of one project again. */
  async project(projectId: string, lane: Lane): Promise<void> {
    try {
      this.offer(lane, await this.due(lane, 0, projectId));
    } catch (error) {
      this.logger.warn(
        { err: error },
        'failed to read due tasks of a project; the next sweep does',
      );
    }
  }

  /** Returns the ms until the next task is due or past its deadline, where one will be. */
  private async poll(): Promise<number | void> {
    const { database } = this.transitions;
    const since = Math.max(0, this.seen - OVERLAP_MS);
    const times: number[] = [];
    const unreached: Pool[] = [];
    let at = Number.POSITIVE_INFINITY;
    for (const lane of LANES) {
      const found = await this.due(lane, since, null);
      this.offer(lane, found);
      unreached.push(...found.unreached);
      at = Math.min(at, found.at);
      if (found.nextAt !== null) times.push(found.nextAt);
    }
    this.seen = at;
    this.unreached = unreached;
    while ((await expire(this.transitions, at)) > 0);
    const deadline = await nextDeadline(database, at);
    if (deadline !== null) times.push(deadline);
    if (times.length > 0) return Math.min(...times) - at + 1;
  }

  private due(lane: Lane, since: number, projectId: string | null): Promise<Due> {
    const { database } = this.transitions;
    return due(database, lane, since, projectId, (pool) => this.offers.reaches(pool));
  }

  private offer(lane: Lane, { hints, more }: Due): void {
    for (const hint of hints) this.offers.offer(hint);
    if (!this.offers.keeps) return;
    for (const { projectId, priority, pool } of more)
      if (this.offers.takes(pool)) this.lanes.more(projectId, lane, priority);
  }

  private async unblock(slotKey: string): Promise<void> {
    for (const row of await unblock(this.transitions.database, slotKey, this.unreached))
      this.offers.offer(hintOf(row));
  }
}
