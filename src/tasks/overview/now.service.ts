import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import type { Config } from '../../base/config/settings.js';
import { Database } from '../../platform/database/database.js';
import { isNoDraft } from '../../workflow/engine/state/drafts.js';
import { Engine } from '../../workflow/engine/engine.js';
import { Approvals } from '../approvals/approvals.service.js';
import type { ScheduleEntity } from '../schedules/schedule.entity.js';
import { recentRuns } from '../tasks/views/recent-runs.js';
import { TaskViews } from '../tasks/views/task-views.service.js';
import { TasksService } from '../tasks/tasks.service.js';
import { failingMetaTasks } from './failing.js';
import {
  MAX_FAILING,
  MAX_SCHEDULES,
  MAX_SLOW,
  MAX_UNFINISHED,
  type Now as State,
  type OldestPending,
  RUNS_SHOWN,
  type ScheduleNow,
  SCHEDULES_MS,
  UNFINISHED,
  type Unfinished,
} from './now.js';

/** Number of pending tasks, oldest first, that are searched for the one that has been ready for longest. */
const OLDEST_LOOKED = 1_000;

/** Reads what needs attention in a project. Every query is bounded, however much the project holds. */
@Injectable()
export class Now {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'concurrency' | 'agentConcurrency'>,
    @Inject(Engine) private readonly engine: Pick<Engine, 'countRunning'>,
    @Inject(TasksService) private readonly tasks: Pick<TasksService, 'get'>,
    private readonly views: TaskViews,
    private readonly approvals: Approvals,
  ) {}

  async of(projectId: string): Promise<State> {
    const at = Date.now();
    const { concurrency, agentConcurrency } = this.config;
    const overdue = await this.views.overdue(projectId, {}, { limit: MAX_SLOW, offset: 0 });
    return {
      at,
      counts: await this.counts(projectId),
      oldestPending: await this.oldestPending(projectId),
      failing: await this.failing(projectId, at),
      slow: await this.views.listed(projectId, overdue),
      approvals: await this.approvals.countPending(projectId),
      schedules: await this.schedules(projectId, at),
      webhooks: await this.webhooks(projectId),
      slots: {
        script: { used: this.engine.countRunning('script'), of: concurrency },
        agent: { used: this.engine.countRunning('agent'), of: agentConcurrency },
      },
    };
  }

  private async counts(projectId: string): Promise<Record<Unfinished, number>> {
    const saved = isNoDraft(this.database, projectId);
    const counted = UNFINISHED.map(
      (status) =>
        `(SELECT COUNT(*) FROM (SELECT id FROM tasks WHERE project_id = ? AND status = '${status}'
           AND ${saved.sql} LIMIT ${MAX_UNFINISHED}) AS some_${status}) AS ${status}`,
    );
    const [row] = await this.database.query<Record<Unfinished, number>>(
      `SELECT ${counted.join(', ')}`,
      UNFINISHED.flatMap(() => [projectId, ...saved.values]),
    );
    const count = (status: Unfinished): number => Number(row?.[status] ?? 0);
    return { pending: count('pending'), running: count('running'), waiting: count('waiting') };
  }

  private async oldestPending(projectId: string): Promise<OldestPending | null> {
    const { now } = this.database;
    const saved = isNoDraft(this.database, projectId);
    // A task that got no process is retried a little later; it has been ready since it was queued.
    const [row] = await this.database.query<{ id: string; age: number }>(
      `SELECT id, ${now} - due_at AS age FROM (
         SELECT id, CASE WHEN error_code IS NULL AND error_message IS NOT NULL
           THEN COALESCE(attempt_queued_at, created_at) ELSE run_at END AS due_at
         FROM tasks WHERE project_id = ? AND status = 'pending' AND ${saved.sql}
         ORDER BY created_at, id LIMIT ${OLDEST_LOOKED}) AS oldest
       WHERE due_at <= ${now} ORDER BY due_at, id LIMIT 1`,
      [projectId, ...saved.values],
    );
    if (row === undefined) return null;
    const { task, pending } = await this.views.of(
      projectId,
      await this.tasks.get(projectId, row.id),
    );
    const { id, name, metaTask } = task;
    return { id, name, metaTask, ageMs: Number(row.age), pending };
  }

  private async failing(projectId: string, at: number): Promise<State['failing']> {
    const found = await failingMetaTasks(this.database, projectId, at, MAX_FAILING);
    const shown: State['failing'] = [];
    for (const one of found)
      shown.push({
        ...one,
        runs: await recentRuns(this.database, projectId, ['task_type', one.metaTask], RUNS_SHOWN),
      });
    return shown;
  }

  /** Returns the schedules that have failed or were paused by the server, then those that tick next. */
  private async schedules(projectId: string, at: number): Promise<ScheduleNow[]> {
    const troubled = '(failures > 0 OR pause_reason IS NOT NULL)';
    const rows = await this.database.query<ScheduleRow>(
      `SELECT id, name, task_type, paused_at, next_at, failures, last_error, pause_reason
       FROM schedules WHERE project_id = ? AND (next_at <= ? OR ${troubled})
       ORDER BY CASE WHEN ${troubled} THEN 0 ELSE 1 END, COALESCE(next_at, 0), id LIMIT ${MAX_SCHEDULES}`,
      [projectId, at + SCHEDULES_MS],
    );
    const shown: ScheduleNow[] = [];
    for (const row of rows)
      shown.push({
        id: row.id,
        name: row.name,
        metaTask: row.task_type,
        paused: row.paused_at !== null,
        nextAt: row.next_at,
        failures: row.failures,
        lastError: row.last_error,
        pauseReason: row.pause_reason,
        runs: await recentRuns(this.database, projectId, ['schedule_id', row.id], RUNS_SHOWN),
      });
    return shown;
  }

  private async webhooks(projectId: string): Promise<State['webhooks']> {
    const rows = await this.database.query<{ failing_since: number | null; enabled: unknown }>(
      'SELECT failing_since, enabled FROM webhooks WHERE project_id = ? AND (failing_since IS NOT NULL OR disabled_reason IS NOT NULL)',
      [projectId],
    );
    const enabled = rows.filter((row) => Boolean(row.enabled)).length;
    return { failing: enabled, disabled: rows.length - enabled };
  }
}

type ScheduleRow = Pick<
  ScheduleEntity,
  'id' | 'name' | 'task_type' | 'paused_at' | 'next_at' | 'failures' | 'last_error' | 'pause_reason'
>;
