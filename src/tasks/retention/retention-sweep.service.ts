import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import { getLeadToken } from '../../workflow/engine/election/lead.token.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Database, type Transaction } from '../../platform/database/database.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { DeletedWorkspaces } from '../../files/files/workspaces/deleted-workspaces.service.js';
import { ConversionCache } from '../../files/files/documents/conversion-cache.js';
import { workspaceDeleted } from '../../files/files/messages.js';
import { type Dropped, VersionExpiry } from '../../files/files/versions/version-expiry.service.js';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { Lead } from '../../base/kernel/lead.js';
import { Deletion, type Ended, endedDrafts, endedTasks, type Written } from './deletion.js';
import { policyChanged, rowsDeleted } from './messages.js';
import { Pace } from './pace.js';
import type { Policy } from './policy.js';
import { type ProjectRetention, RetentionService } from './retention.service.js';
import { TASK_ROWS } from './task-rows.js';
import { TestCalls } from './test-calls.service.js';

const SWEEP_MS = 10 * 60 * 1000;
/** Pause after a failed sweep, in ms. The cause, such as a restart of the database, is usually gone by then. */
const RETRY_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Number of tasks that are read at a time. */
const PAGE = 500;
/** Estimated number of rows of a task, itself included. It determines how many tasks a write deletes. */
const ROWS_OF_TASK = 5;

/**
 * Deletes what projects no longer keep: after the start, every ten minutes, and when a policy changes. The rows of a
 * task are deleted before the task, so that a crash leaves no orphaned rows. Each write is short and followed by a
 * pause, so that others wait for a few ms at most.
 */
@Injectable()
export class RetentionSweep {
  private readonly pace: Pace;
  private readonly loop: BackgroundLoop;
  /** True if another server on this database is deleting. */
  private elsewhere = false;
  private deleted: Record<string, number> = {};

  constructor(
    private readonly database: Database,
    private readonly retention: RetentionService,
    private readonly bus: EventBus,
    private readonly versions: VersionExpiry,
    private readonly workspaces: DeletedWorkspaces,
    private readonly conversions: ConversionCache,
    private readonly testCalls: TestCalls,
    @Inject(getLeadToken('retention')) led: Lead,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.sweepAll(),
      pollMs: SWEEP_MS,
      retryMs: RETRY_MS,
      led,
      onError: (error) =>
        this.logger.warn({ err: error }, 'failed to delete expired data of projects'),
    });
    this.pace = new Pace(database.kind);
  }

  start(): void {
    for (const message of [policyChanged, workspaceDeleted])
      this.bus.subscribe(message, () => this.loop.trigger());
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async sweepAll(): Promise<void> {
    this.elsewhere = false;
    this.deleted = {};
    try {
      for (const project of await this.retention.all()) await this.sweep(project);
    } finally {
      if (Object.keys(this.deleted).length > 0)
        this.logger.info(this.deleted, 'deleted expired data of projects');
    }
  }

  private get over(): boolean {
    return this.elsewhere || this.loop.stopped;
  }

  private async sweep({ projectId, policy, deletedUntil }: ProjectRetention): Promise<void> {
    const deletion = new Deletion(this.database, this.retention, projectId);
    await this.sweepDrafts(projectId, deletion);
    await this.each(projectId, 'tasks', 0, (ids) =>
      this.writeInBatches(ids, (some, limit) => deletion.tasks(some, limit)),
    );
    // Log lines are deleted first, so that a task with log lines still has the event that reports its end.
    for (const days of ['logs', 'events'] as const) {
      if (policy[days] === policy.tasks) continue;
      const parts = TASK_ROWS.filter((part) => part.days === days);
      await this.each(projectId, days, deletedUntil[days], async (ids, until) => {
        for (const part of parts)
          await this.writeInBatches(ids, (some, limit) => deletion.rows(part, days, some, limit));
        if (!this.over) await this.retention.deletedUntil(projectId, days, until);
      });
    }
    await this.sweepTestCalls(projectId);
    await this.sweepFiles(projectId);
  }

  /** Deletes old drafts, whatever the policy of the project. */
  private async sweepDrafts(projectId: string, deletion: Deletion): Promise<void> {
    for (let more = true; more && !this.over;) {
      const drafts = await endedDrafts(this.database, projectId, PAGE);
      const ids = drafts.map(({ id }) => id);
      await this.writeInBatches(ids, (some, limit) => deletion.tasks(some, limit, 'drafts'));
      more = drafts.length === PAGE;
    }
  }

  private async sweepTestCalls(projectId: string): Promise<void> {
    if (this.over) return;
    await this.testCalls.lose(projectId);
    const age = (transaction: Transaction): Promise<number | null> =>
      this.retention.ageMs(transaction, projectId, 'events');
    await this.dropAll('model calls', (limit) => this.testCalls.dropSome(projectId, age, limit));
  }

  private async sweepFiles(projectId: string): Promise<void> {
    const age = (transaction: Transaction): Promise<number | null> =>
      this.retention.ageMs(transaction, projectId, 'file_versions');
    await this.dropAll('file versions', (limit) => this.versions.dropSome(projectId, age, limit));
    await this.dropAll('conversions', (limit) => this.conversions.dropSome(projectId, limit));
    await this.dropAll('deleted workspaces', (limit) =>
      this.workspaces.deleteSome(projectId, limit),
    );
  }

  private async dropAll(what: string, write: (limit: number) => Promise<Dropped>): Promise<void> {
    const one = async (limit: number): Promise<Written> => {
      const { ms, rows } = await write(limit);
      return { ms, deleted: { [what]: rows }, done: rows === 0 };
    };
    while (!this.over && !(await this.paced(one)).done);
  }

  /**
   * Calls `work` for each page of tasks that are older than the policy for `days` allows and ended at `from` or later,
   * with their ids and the end of the last one. The policy is read again for each page.
   */
  private async each(
    projectId: string,
    days: keyof Policy,
    from: number,
    work: (ids: string[], until: number) => Promise<void>,
  ): Promise<void> {
    let last: Ended = { finished_at: from, id: '' };
    while (!this.over) {
      const { policy } = await this.retention.get(projectId);
      if (policy[days] === 0) return;
      const ageMs = policy[days] * DAY_MS;
      const tasks = await endedTasks(this.database, projectId, ageMs, last, PAGE);
      last = tasks.at(-1) ?? last;
      if (tasks.length > 0)
        await work(
          tasks.map(({ id }) => id),
          last.finished_at,
        );
      if (tasks.length < PAGE) return;
    }
  }

  /** Repeats a write for a part of the tasks until nothing is left to delete, and then continues with the next part. */
  private async writeInBatches(
    ids: readonly string[],
    write: (some: readonly string[], limit: number) => Promise<Written | null>,
  ): Promise<void> {
    for (let from = 0; from < ids.length && !this.over;) {
      const some = ids.slice(from, from + Math.ceil(this.pace.rows / ROWS_OF_TASK));
      const { done } = await this.paced((limit) => write(some, limit));
      if (done) from += some.length;
    }
  }

  /** Does one write and the pause after it. The result is done if another server is deleting. */
  private async paced(
    write: (limit: number) => Promise<Written | null>,
  ): Promise<{ done: boolean }> {
    const limit = this.pace.rows;
    const written = await write(limit);
    if (written === null) {
      this.elsewhere = true;
      return { done: true };
    }
    const { ms, deleted, done } = written;
    let total = 0;
    for (const [what, rows] of Object.entries(deleted)) {
      if (rows === 0) continue;
      total += rows;
      this.deleted[what] = (this.deleted[what] ?? 0) + rows;
      this.bus.publish(rowsDeleted, { what, rows });
    }
    this.pace.wrote(ms, 2 * total >= limit);
    await delay(this.pace.pauseMs, undefined, { signal: this.loop.signal, ref: false }).catch(
      () => undefined,
    );
    return { done };
  }
}
