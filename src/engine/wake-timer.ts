import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { TaskEntity } from '../database/entities/task.entity.js';
import type { EventLog } from '../events/event-log.js';
import { nextWake, wakeDue } from './operations/wake.js';

/** Pause before another try when the database does not answer, ms. */
const RETRY_MS = 1_000;
/** The longest that a timer of Node can take, ms. */
const LONGEST_MS = 2 ** 31 - 1;

/** One timer for all tasks that wait until a time. The rows say when; `onWoken` gets those that go on. */
export class WakeTimer {
  private timer: NodeJS.Timeout | null = null;
  private at = Number.POSITIVE_INFINITY;
  private stopped = false;
  private working = false;

  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly logger: Logger,
    private readonly onWoken: (row: TaskEntity) => void,
  ) {}

  /** Looks at the rows now, and when the next is due. */
  async look(): Promise<void> {
    if (this.stopped || this.working) return;
    this.working = true;
    this.disarm();
    try {
      for (let more = true; more && !this.stopped;) {
        const found = await wakeDue(this.database, this.events);
        for (const row of found.woken) this.onWoken(row);
        more = found.more;
      }
      const left = await nextWake(this.database);
      if (left !== null) this.wakeIn(left);
    } catch (error) {
      this.logger.warn({ err: error }, 'tasks that wait could not be woken; trying again');
      this.wakeIn(RETRY_MS);
    } finally {
      this.working = false;
    }
  }

  /** A task is due in `ms`. */
  wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (this.stopped || at >= this.at) return;
    this.disarm();
    this.at = at;
    // A little late rather than twice: the database's clock has whole milliseconds.
    this.timer = setTimeout(() => void this.look(), Math.min(LONGEST_MS, ms + 1));
    this.timer.unref();
  }

  stop(): void {
    this.stopped = true;
    this.disarm();
  }

  private disarm(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.at = Number.POSITIVE_INFINITY;
  }
}
