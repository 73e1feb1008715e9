import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/database.js';
import { followClock } from '../operations/set-back.js';

/**
 * Detects, by this server's monotonic clock, that the database's clock was set back, and corrects the awaited times.
 */
export class ClockWatch {
  /** The last poll: the time of the database's clock, that of the monotonic clock, and the number of jumps so far. */
  private last: { at: number; seen: number; jumps: number } | null = null;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  async poll(): Promise<void> {
    const { last } = this;
    // Measured from the end of the last poll to the start of this one, so that the duration of a poll does not pass for
    // a jump.
    const expected = last === null ? 0 : Math.floor(last.at + performance.now() - last.seen);
    const { at, jumps, backMs } = await followClock(this.database, {
      expected,
      jumps: last?.jumps ?? 0,
    });
    this.last = { at, seen: performance.now(), jumps };
    if (backMs > 0)
      this.logger.warn(
        { ms: backMs },
        'the database clock was set back; all pending times were moved back with it',
      );
  }
}
