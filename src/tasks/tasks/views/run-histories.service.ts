import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../../base/tokens.js';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import type { RunHistoryEntity } from './run-history.entity.js';
import { runFinished } from '../../../workflow/engine/state/messages.js';
import type { PhaseTime } from '../../../workflow/engine/runs/phase-times.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import {
  type Estimate,
  estimate,
  learn,
  NO_ESTIMATE,
  NO_HISTORY,
  type RunHistory,
} from './run-history.js';
import type { Task } from './task.js';

/** Time for which new statistics are collected before they are stored, in ms. A crash loses them. */
const GATHER_MS = 2_000;
/** Maximum number of runs per meta-task that count within that time; more would not change the mean. */
const MAX_GATHERED = 50;

/** The usual times of the phases of each meta-task, learnt from runs that succeed on this server. */
@Injectable()
export class RunHistories {
  private gathered = new Map<
    string,
    { projectId: string; metaTask: string; runs: PhaseTime[][] }
  >();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    bus: EventBus,
  ) {
    bus.subscribe(runFinished, ({ projectId, metaTask, status, phases, draft }) => {
      if (status === 'success' && phases.length > 0 && !draft)
        this.gather(projectId, metaTask, phases);
    });
  }

  /** Estimates the ends of tasks, in order. One read for running tasks, and none without any. */
  async estimates(
    projectId: string,
    tasks: readonly Pick<Task, 'metaTask' | 'currentPhase' | 'phaseSince'>[],
  ): Promise<Estimate[]> {
    const running = tasks.filter(({ phaseSince }) => phaseSince !== null);
    const types = [...new Set(running.map(({ metaTask }) => metaTask))];
    const rows =
      types.length === 0
        ? []
        : await this.database.query<RunHistoryEntity>(
            `SELECT * FROM run_histories WHERE project_id = ? AND task_type IN (${types.map(() => '?').join(', ')})`,
            [projectId, ...types],
          );
    const histories = new Map(rows.map((row) => [row.task_type, toRunHistory(row)]));
    return tasks.map(({ metaTask, currentPhase, phaseSince }) =>
      phaseSince === null
        ? NO_ESTIMATE
        : estimate(histories.get(metaTask) ?? NO_HISTORY, currentPhase, Date.now() - phaseSince),
    );
  }

  /** Returns the mean times of the phases of a meta-task in ms, by key. */
  async usual(projectId: string, metaTask: string): Promise<Map<string, number>> {
    const [row] = await this.database.query<RunHistoryEntity>(
      'SELECT * FROM run_histories WHERE project_id = ? AND task_type = ?',
      [projectId, metaTask],
    );
    return new Map(toRunHistory(row).phases.map(({ key, mean }) => [key, mean]));
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    await this.store();
  }

  private gather(projectId: string, metaTask: string, phases: PhaseTime[]): void {
    const key = `${projectId} ${metaTask}`;
    const entry = this.gathered.get(key) ?? { projectId, metaTask, runs: [] };
    this.gathered.set(key, entry);
    if (entry.runs.length < MAX_GATHERED) entry.runs.push(phases);
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.store();
    }, GATHER_MS).unref();
  }

  private async store(): Promise<void> {
    const entries = [...this.gathered.values()];
    this.gathered = new Map();
    try {
      for (const { projectId, metaTask, runs } of entries)
        await this.database.write(async (transaction) => {
          const [row] = await transaction.query<RunHistoryEntity>(
            'SELECT * FROM run_histories WHERE project_id = ? AND task_type = ?',
            [projectId, metaTask],
          );
          const { runs: count, phases } = runs.reduce(learn, toRunHistory(row));
          await transaction.query(
            `INSERT INTO run_histories (project_id, task_type, runs, phases, updated_at)
             VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (project_id, task_type) DO UPDATE SET runs = excluded.runs,
               phases = excluded.phases, updated_at = excluded.updated_at`,
            [projectId, metaTask, count, JSON.stringify(phases), Date.now()],
          );
        });
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to store the durations of phases');
    }
  }
}

function toRunHistory(row: RunHistoryEntity | undefined): RunHistory {
  if (!row) return NO_HISTORY;
  return { runs: row.runs, phases: JSON.parse(row.phases) as RunHistory['phases'] };
}
