import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import { getLeadToken } from '../../workflow/engine/election/lead.token.js';
import type { Logger } from 'pino';
import { Database, type SqlValue } from '../../platform/database/database.js';
import { findDelay } from '../../platform/database/find-delay.js';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { Lead } from '../../base/kernel/lead.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { schedulesChanged } from './messages.js';
import { type DueSchedule, ScheduleRuns } from './schedule-runs.service.js';

/** Number of due schedules read at a time. */
const PAGE = 100;
/** Number of schedules processed at the same time. */
const AT_ONCE = 4;
/** Longest time without a poll, in ms, in case the database's clock was set forward, or another server died. */
const MAX_SLEEP_MS = 10_000;
/** Pause before a failed tick is tried again, in ms. */
const RETRY_MS = 1_000;

/**
 * Wakes at the next tick of any schedule, by the database's clock, with one timer for all. One process leads this; if
 * two do so for a moment, {@link ScheduleRuns.tick} decides which one creates the task.
 */
@Injectable()
export class Scheduler {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly database: Database,
    private readonly runs: ScheduleRuns,
    private readonly bus: EventBus,
    @Inject(getLeadToken('schedules')) led: Lead,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: async () => ((await this.tickDue()) ? this.findDelay() : RETRY_MS),
      pollMs: MAX_SLEEP_MS,
      retryMs: RETRY_MS,
      led,
      onError: (error) => this.logger.warn({ err: error }, 'failed to read due schedules'),
    });
  }

  start(): void {
    this.bus.subscribe(schedulesChanged, () => this.loop.trigger());
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Makes the leading process poll now, since the times of schedules have changed. */
  trigger(): void {
    this.bus.publish(schedulesChanged, {});
  }

  /** Returns whether all due schedules were processed. Each is tried once, so that one cannot delay the others. */
  private async tickDue(): Promise<boolean> {
    let complete = true;
    let after: DueSchedule | undefined;
    for (;;) {
      const page = await this.due(after);
      after = page.at(-1);
      // Servers that wake at the same time begin at different schedules.
      const waiting = page.toSorted(() => Math.random() - 0.5);
      const work = async (): Promise<void> => {
        for (let next = waiting.pop(); next && !this.loop.stopped; next = waiting.pop())
          complete = (await this.tickSafely(next)) && complete;
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (page.length < PAGE || this.loop.stopped) return complete;
    }
  }

  private async tickSafely(due: DueSchedule): Promise<boolean> {
    try {
      return await this.runs.tick(due);
    } catch (error) {
      this.logger.warn(
        { err: error, schedule: due.id },
        'failed to process a due schedule; the tick will be retried',
      );
      return false;
    }
  }

  private due(after: DueSchedule | undefined): Promise<DueSchedule[]> {
    const { now } = this.database;
    const [condition, values]: [string, SqlValue[]] = after
      ? ['AND (next_at, id) > (?, ?)', [after.next_at, after.id]]
      : ['', []];
    return this.database.query<DueSchedule>(
      `SELECT schedules.*, ${now} AS now FROM schedules WHERE next_at <= ${now} ${condition}
       ORDER BY next_at, id LIMIT ${PAGE}`,
      values,
    );
  }

  private async findDelay(): Promise<number> {
    const delay = await findDelay(this.database, 'schedules', 'next_at', 'next_at IS NOT NULL');
    return Math.min(delay ?? MAX_SLEEP_MS, MAX_SLEEP_MS);
  }
}
