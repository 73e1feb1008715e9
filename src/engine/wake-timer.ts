import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { TaskEntity } from '../database/entities/task.entity.js';
import type { EventLog } from '../events/event-log.js';
import { Alarm } from './alarm.js';
import { nextWake, wakeDue } from './operations/wake.js';

/** Pause before another try when the database does not answer, ms. */
const RETRY_MS = 1_000;

/** Wakes tasks that wait until a time. The rows say when; `onWoken` gets those that go on. */
export class WakeTimer {
  private readonly alarm = new Alarm(() => this.look());
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
    try {
      for (let more = true; more && !this.stopped;) {
        const found = await wakeDue(this.database, this.events);
        for (const row of found.woken) this.onWoken(row);
        more = found.more;
      }
      const left = await nextWake(this.database);
      if (left !== null) this.within(left);
    } catch (error) {
      this.logger.warn({ err: error }, 'tasks that wait could not be woken; trying again');
      this.within(RETRY_MS);
    } finally {
      this.working = false;
    }
  }

  /** A task is due in `ms`. */
  within(ms: number): void {
    // A little late rather than twice: the database's clock has whole milliseconds.
    this.alarm.within(ms + 1);
  }

  stop(): void {
    this.stopped = true;
    this.alarm.stop();
  }
}
