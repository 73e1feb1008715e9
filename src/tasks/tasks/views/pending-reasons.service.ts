import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { Config } from '../../../base/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { indexed } from '../../../platform/database/indexed.js';
import { Engine } from '../../../workflow/engine/engine.js';
import type { Lane } from '../../../workflow/engine/queue/lane.js';
import { type Pool, splitPool, takes } from '../../../workflow/engine/queue/pool.js';
import { parseMetaTaskId } from '../../../workflow/engine/state/slot-key.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import { WorkerRows } from '../../../workflow/engine/workers/worker-rows.js';
import { type Holder, type Pending, findPendingReason, type PendingReason } from './pending.js';
import type { Task } from './task.js';

/** Maximum number of named tasks that run instead. */
const MAX_HOLDERS = 5;
/** Maximum number of counted tasks ahead. */
const MAX_AHEAD = 1_000;
/** Reasons that need only the row of the task. */
const SAID_BY_ROW: ReadonlySet<PendingReason> = new Set([
  'not_before',
  'retry_delay',
  'no_process',
]);
/** Indexes of tasks that may be claimed. */
const READY: Record<Lane, string> = { script: 'tasks_ready', agent: 'tasks_ready_agents' };

type Row = Pick<TaskEntity, 'priority' | 'run_at' | 'lane' | 'pool' | 'slot_key'>;

/**
 * Finds the reason why a task does not run yet: in its row, in the tasks before it, and in the state of this server.
 */
@Injectable()
export class PendingReasons {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'concurrency' | 'agentConcurrency'>,
    @Inject(Engine) private readonly engine: Pick<Engine, 'working'>,
    @Inject(WorkerRows) private readonly workers: Pick<WorkerRows, 'taken'>,
  ) {}

  async of(projectId: string, task: Task): Promise<Pending | null> {
    const pending = findPendingReason(task, Date.now());
    if (pending === null || SAID_BY_ROW.has(pending.reason)) return pending;
    if (!this.engine.working) return { ...pending, reason: 'no_worker' };
    const [row] = await this.database.query<Row>(
      `SELECT priority, run_at, lane, pool, slot_key FROM tasks
       WHERE id = ? AND project_id = ? AND status = 'pending'`,
      [task.id, projectId],
    );
    // It has started in the meantime.
    if (row === undefined) return pending;
    if (row.pool !== '' && !(await this.isTaken(row.pool)))
      return { ...pending, reason: 'no_worker', tags: splitPool(row.pool) };
    return pending.reason === 'queue'
      ? { ...pending, ...(await this.queue(projectId, row)) }
      : { ...pending, ...(await this.limit(projectId, row)) };
  }

  /** Returns whether a living worker takes the tasks of a pool. */
  private async isTaken(pool: Pool): Promise<boolean> {
    return (await this.workers.taken()).some((taken) => takes(taken, pool));
  }

  /** Returns the concurrency limit that blocks the task, and the tasks that hold its slots. */
  private async limit(projectId: string, row: Row): Promise<Partial<Pending>> {
    const { slot_key: slotKey } = row;
    if (slotKey === null) return {};
    const [current] = await this.database.query<{ most: number | null }>(
      `SELECT version.concurrency_limit AS most FROM task_types type
       JOIN task_type_versions version
         ON version.task_type_id = type.id AND version.version = type.current_version
       WHERE type.id = ? AND type.project_id = ?`,
      [parseMetaTaskId(slotKey), projectId],
    );
    return {
      limit: current?.most ?? null,
      holders: await this.holders(projectId, 'slot_key = ?', slotKey),
      ahead: await this.ahead(
        projectId,
        row,
        'tasks_limited',
        'parked = 1 AND slot_key = ?',
        slotKey,
      ),
    };
  }

  /** Returns the slots of this server, and the tasks of the project that hold some. */
  private async queue(projectId: string, row: Row): Promise<Partial<Pending>> {
    const lane = row.lane === 'agent' ? 'agent' : 'script';
    const { concurrency, agentConcurrency } = this.config;
    return {
      limit: lane === 'agent' ? agentConcurrency : concurrency,
      holders: await this.holders(projectId, 'lane = ?', lane),
      ahead: await this.ahead(
        projectId,
        row,
        READY[lane],
        `parked = 0 AND lane = '${lane}' AND pool = ?`,
        row.pool,
      ),
    };
  }

  private async holders(projectId: string, which: string, value: string): Promise<Holder[]> {
    const rows = await this.database.query<Pick<TaskEntity, 'id' | 'name' | 'started_at'>>(
      `SELECT id, name, started_at FROM tasks
       WHERE project_id = ? AND status = 'running' AND ${which}
       ORDER BY started_at, id LIMIT ${MAX_HOLDERS}`,
      [projectId, value],
    );
    return rows.map(({ id, name, started_at: since }) => ({ id, name, since: since ?? 0 }));
  }

  /** Counts the tasks ahead. `which` is worded as in the partial index, which contains priority and time. */
  private async ahead(
    projectId: string,
    { priority, run_at: runAt }: Row,
    index: string,
    which: string,
    ...values: string[]
  ): Promise<number> {
    const { now } = this.database;
    const from = indexed(this.database, 'tasks', index);
    const before = (place: string): string =>
      `SELECT * FROM (SELECT run_at FROM ${from} WHERE project_id = ? AND status = 'pending' AND ${which}
         AND ${place} LIMIT ${MAX_AHEAD}) AS ahead`;
    const [found] = await this.database.query<{ count: number }>(
      `SELECT COUNT(*) AS count FROM (${before(`priority > ? AND run_at <= ${now}`)}
         UNION ALL ${before('priority = ? AND run_at < ?')}) AS all_before`,
      [projectId, ...values, priority, projectId, ...values, priority, runAt],
    );
    return Math.min(MAX_AHEAD, Number(found?.count ?? 0));
  }
}
