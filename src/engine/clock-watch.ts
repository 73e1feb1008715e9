import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { followClock } from './operations/set-back.js';

/** Sees to it that tasks go on when the database's clock is set back, as this server's monotonic clock tells. */
export class ClockWatch {
  /** What the database's clock showed at the last look, when that was by the monotonic clock, and its jumps until then. */
  private last: { at: number; seen: number; jumps: number } | null = null;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  async look(): Promise<void> {
    const { last } = this;
    // From after the last look to before this one: what a look takes must not pass for a jump.
    const expected = last === null ? 0 : Math.floor(last.at + performance.now() - last.seen);
    const { at, jumps, backMs } = await followClock(this.database, {
      expected,
      jumps: last?.jumps ?? 0,
    });
    this.last = { at, seen: performance.now(), jumps };
    if (backMs > 0)
      this.logger.warn(
        { ms: backMs },
        'the clock of the database was set back, and what waits for a time was moved back with it',
      );
  }
}
