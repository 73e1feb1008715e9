import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { TaskEntity } from '../database/entities/task.entity.js';
import type { EventLog } from '../events/event-log.js';
import { Alarm } from './alarm.js';
import { type Dispatcher, hintOf } from './dispatcher.js';
import { due } from './operations/due.js';
import { expire, nextDeadline } from './operations/expire.js';
import { parkedKeys, unpark } from './operations/slots.js';

/** How far a look at what became due reaches back before the last one, ms: other servers commit later than they write. */
const OVERLAP_MS = 1_000;
/** Part of the time that may go into looking: with due tasks of a thousand projects a look takes its time. */
const LOOKING = 0.2;

/** Offers the dispatcher what the rows say is due, and ends what is past its deadline, as soon as its time comes. */
export class Feed {
  /** Up to when due tasks have been offered, by the database's clock in ms. */
  private seen = 0;
  /** Pause before the next look, ms. */
  private pauseMs = 0;
  private readonly alarm = new Alarm(() => this.wake());

  /** `ended` is called with each task that ended by its deadline. */
  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly dispatcher: Dispatcher,
    private readonly logger: Logger,
    private readonly ended: (row: TaskEntity) => void,
  ) {}

  /** Offers every due task there is, and sees to what may have been missed. */
  async sweep(): Promise<void> {
    for (const slotKey of await parkedKeys(this.database)) await this.unpark(slotKey);
    await this.look(0);
  }

  /** Tells that a task will be due, or past its deadline, at a time to come. Cheap. */
  later(): void {
    this.alarm.within(this.pauseMs);
  }

  /** A slot of a concurrency limit may have become free: lets tasks that wait for it try. */
  async freed(slotKey: string): Promise<void> {
    await this.unpark(slotKey).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a free slot could not be passed on; the sweep will');
    });
  }

  /** Offers the due tasks of one project again. */
  async project(projectId: string): Promise<void> {
    try {
      this.offer(await due(this.database, 0, projectId));
    } catch (error) {
      this.logger.warn({ err: error }, 'due tasks could not be read; the sweep will');
    }
  }

  stop(): void {
    this.alarm.stop();
  }

  private async wake(): Promise<void> {
    try {
      await this.look(Math.max(0, this.seen - OVERLAP_MS));
    } catch (error) {
      this.logger.warn({ err: error }, 'due tasks could not be read; the sweep will');
    }
  }

  private async look(since: number): Promise<void> {
    const started = performance.now();
    const found = await due(this.database, since);
    const { at, nextAt } = found;
    this.seen = at;
    this.offer(found);
    for (;;) {
      const ended = await expire(this.database, this.events, at);
      for (const row of ended) this.ended(row);
      if (ended.length === 0) break;
    }
    const deadline = await nextDeadline(this.database, at);
    const times = [nextAt, deadline].filter((time) => time !== null);
    this.pauseMs = (performance.now() - started) / LOOKING;
    if (times.length > 0) this.alarm.within(Math.max(this.pauseMs, Math.min(...times) - at + 1));
  }

  private offer({ hints, more }: Awaited<ReturnType<typeof due>>): void {
    for (const hint of hints) this.dispatcher.offer(hint);
    for (const { projectId, priority } of more) this.dispatcher.more(projectId, priority);
  }

  private async unpark(slotKey: string): Promise<void> {
    for (const row of await unpark(this.database, slotKey)) this.dispatcher.offer(hintOf(row));
  }
}
