import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { Lead } from '../../../base/kernel/lead.js';
import { type EventBus, messagesMissed } from '../../../platform/events/event-bus.js';
import { ClockWatch } from './clock-watch.js';
import type { DuePoller } from '../queue/due-poller.js';
import { taskScheduled, taskWakes } from '../state/messages.js';
import type { Orphans } from './orphans.js';
import type { LeaseReaper } from './lease-reaper.js';
import type { Transitions } from '../state/transitions.js';
import { WakeTimer } from './wake-timer.js';

/** Pause between two sweeps, as a fraction of the lease. */
const SWEEP = 2 / 3;
/** Interval at which the leader polls for ending waits if another process may have begun them, in ms. */
const WAKE_POLL_MS = 1_000;

/** The intervals of the keeper, in ms. */
interface Times {
  leaseMs: number;
  /** Interval of the search for dead workers. */
  renewMs: number;
}

/** The leads of the keeper's jobs. */
interface Leads {
  takeover: Lead;
  wakes: Lead;
}

/**
 * Looks after the tasks of the installation that run nowhere: resumes them in time, and takes them from dead workers.
 * One process leads each job; its sweep finds what a lost message or a dead server has left.
 */
export class TaskKeeper {
  private readonly clock: ClockWatch;
  private readonly wakes: WakeTimer;
  private readonly loops: readonly [BackgroundLoop, number][];

  /** `alone`: no other process begins waits. */
  constructor(
    transitions: Transitions,
    private readonly reaper: LeaseReaper,
    private readonly orphans: Orphans,
    private readonly poller: DuePoller,
    private readonly bus: EventBus,
    private readonly leads: Leads,
    { leaseMs, renewMs }: Times,
    alone: boolean,
    private readonly logger: Logger,
  ) {
    this.clock = new ClockWatch(transitions.database, logger);
    const pollMs = alone ? Number.POSITIVE_INFINITY : WAKE_POLL_MS;
    this.wakes = new WakeTimer(transitions, leads.wakes, pollMs, logger);
    this.loops = [
      this.every(renewMs, () => this.reaper.reap()),
      this.every(leaseMs * SWEEP, () => this.sweep()),
    ];
  }

  private every(pollMs: number, work: () => Promise<void>): [BackgroundLoop, number] {
    const onError = (error: unknown): void =>
      this.logger.warn(
        { err: error },
        'failed to sweep tasks or to take over tasks of dead servers',
      );
    return [new BackgroundLoop({ work, pollMs, led: this.leads.takeover, onError }), pollMs];
  }

  /** Resolves after the first sweep if this process leads. */
  async start(): Promise<void> {
    this.bus.subscribe(taskScheduled, () => this.poller.trigger());
    this.bus.subscribe(taskWakes, ({ ms }) => this.wakes.within(ms));
    this.bus.subscribe(messagesMissed, () => {
      this.wakes.trigger();
      this.poller.trigger();
    });
    if (this.leads.takeover.leads) {
      await this.clock.poll();
      await this.reaper.reap();
      await this.sweep();
    }
    this.wakes.start();
    this.poller.start();
    for (const [loop, ms] of this.loops) loop.start(ms);
  }

  stop(): void {
    this.wakes.stop();
    this.poller.stop();
    for (const [loop] of this.loops) void loop.stop();
  }

  private async sweep(): Promise<void> {
    await this.clock.poll();
    await this.orphans.sweep();
    this.wakes.trigger();
    await this.poller.sweep();
  }
}
