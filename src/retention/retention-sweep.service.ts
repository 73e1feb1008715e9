import { setTimeout as delay } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../database/database.js';
import { EventBus } from '../events/event-bus.js';
import { DeletedWorkspaces } from '../files/deleted-workspaces.service.js';
import { ConversionCache } from '../files/documents/conversion-cache.js';
import { VersionExpiry } from '../files/version-expiry.service.js';
import { LOGGER } from '../logging/logging.module.js';
import { Deletion, type Ended, endedTasks, type Written } from './deletion.js';
import { Pace } from './pace.js';
import { type ProjectRetention, RetentionService } from './retention.service.js';
import { TASK_ROWS, type TaskRows } from './task-rows.js';

const SWEEP_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Tasks looked at together. */
const PAGE = 200;

/**
 * Deletes what projects no longer keep: after the start, every ten minutes, and when a project's days change.
 * Rows of a task go before the task, each write is short and followed by a pause, so that a crash leaves nothing
 * that belongs to no task and the engine waits for some 10 ms at most.
 */
@Injectable()
export class RetentionSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly pace = new Pace();
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private wantedAgain = false;
  /** Another server on this database is deleting. */
  private elsewhere = false;
  private deleted: Record<string, number> = {};

  constructor(
    private readonly database: Database,
    private readonly retention: RetentionService,
    private readonly bus: EventBus,
    private readonly versions: VersionExpiry,
    private readonly workspaces: DeletedWorkspaces,
    private readonly conversions: ConversionCache,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.bus.subscribe('retention', () => this.soon());
    this.timer = setInterval(() => this.soon(), SWEEP_MS).unref();
    this.soon();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.stop.abort();
    await this.running;
  }

  /** Sweeps now, or once more after the sweep that is under way. */
  private soon(): void {
    this.wantedAgain = true;
    this.running ??= this.sweeps().finally(() => (this.running = null));
  }

  private async sweeps(): Promise<void> {
    while (this.wantedAgain && !this.stop.signal.aborted) {
      this.wantedAgain = false;
      this.elsewhere = false;
      this.deleted = {};
      try {
        for (const project of await this.retention.all()) await this.sweep(project);
      } catch (error) {
        this.logger.warn({ err: error }, 'what projects no longer keep could not all be deleted');
      }
      if (Object.keys(this.deleted).length > 0)
        this.logger.info(this.deleted, 'deleted what projects no longer keep');
    }
  }

  private get over(): boolean {
    return this.elsewhere || this.stop.signal.aborted;
  }

  private async sweep({ projectId, policy, deletedUntil }: ProjectRetention): Promise<void> {
    await this.each(projectId, policy.tasks, 0, (deletion, tasks) =>
      this.deleteTasks(deletion, tasks),
    );
    // Log lines first: a task that has them has the event that tells its end.
    for (const part of TASK_ROWS) {
      const { days } = part;
      if (days === undefined || policy[days] === policy.tasks) continue;
      await this.each(projectId, policy[days], deletedUntil[days], async (deletion, tasks) => {
        await this.deleteRows(deletion, part, tasks);
        const last = tasks.at(-1);
        if (last && !this.over)
          await this.retention.deletedUntil(projectId, days, last.finished_at);
      });
    }
    await this.sweepFiles(projectId, policy.file_versions);
  }

  private async sweepFiles(projectId: string, days: number): Promise<void> {
    if (days > 0)
      await this.untilNone('file versions', (limit) =>
        this.versions.dropSome(projectId, days * DAY_MS, limit),
      );
    await this.untilNone('conversions', (limit) => this.conversions.dropSome(projectId, limit));
    await this.untilNone('deleted workspaces', (limit) =>
      this.workspaces.deleteSome(projectId, limit),
    );
  }

  private async untilNone(what: string, write: (limit: number) => Promise<Written>): Promise<void> {
    while (!this.over) {
      const limit = this.pace.rows;
      if ((await this.paced(what, limit, () => write(limit))) === 0) return;
    }
  }

  /** Calls `work` with the tasks that ended more than `days` ago, page by page, from those that ended at `from`. */
  private async each(
    projectId: string,
    days: number,
    from: number,
    work: (deletion: Deletion, tasks: Ended[]) => Promise<void>,
  ): Promise<void> {
    if (days === 0) return;
    const ageMs = days * DAY_MS;
    const deletion = new Deletion(this.database, projectId, ageMs);
    let last: Ended = { finished_at: from, id: '' };
    while (!this.over) {
      const tasks = await endedTasks(this.database, projectId, ageMs, last, PAGE);
      if (tasks.length > 0) await work(deletion, tasks);
      if (tasks.length < PAGE) return;
      last = tasks.at(-1) ?? last;
    }
  }

  private async deleteTasks(deletion: Deletion, tasks: readonly Ended[]): Promise<void> {
    for (const part of TASK_ROWS) await this.deleteRows(deletion, part, tasks);
    const ids = tasks.map(({ id }) => id);
    while (ids.length > 0 && !this.over) {
      const some = ids.splice(0, this.pace.rows);
      await this.paced('tasks', some.length, () => deletion.tasks(some));
    }
  }

  private async deleteRows(
    deletion: Deletion,
    part: TaskRows,
    tasks: readonly Ended[],
  ): Promise<void> {
    const ids = tasks.map(({ id }) => id);
    while (!this.over) {
      const limit = this.pace.rows;
      const rows = await this.paced(part.what, limit, () => deletion.rows(part, ids, limit));
      if (rows < limit) return;
    }
  }

  /** One write and the pause after it; gives the number of rows that it deleted. */
  private async paced(what: string, most: number, write: () => Promise<Written>): Promise<number> {
    const written = await write();
    if (written === null) {
      this.elsewhere = true;
      return 0;
    }
    const { ms, rows } = written;
    this.pace.wrote(ms, rows === most);
    if (rows > 0) {
      this.deleted[what] = (this.deleted[what] ?? 0) + rows;
      this.bus.publish('deleted', { what, rows });
    }
    await delay(this.pace.pauseMs, undefined, { signal: this.stop.signal, ref: false }).catch(
      () => undefined,
    );
    return rows;
  }
}
