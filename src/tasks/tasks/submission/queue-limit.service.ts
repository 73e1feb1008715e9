import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../../base/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { TASK_ERRORS } from '../errors.js';

/** Maximum number of projects whose counts are cached. */
const PROJECTS = 10_000;
/** Shortest and longest validity of a count, in ms: the next count includes tasks of other servers. */
const FRESH_MS = { min: 60_000, max: 600_000 };
/** Shortest time between two counts of a full queue, in ms. */
const FULL_MS = 1_000;
/** A count is valid, or not repeated, for this multiple of its duration, since large ones are slow. */
const FRESH_FACTOR = 100;
const FULL_FACTOR = 20;

interface Estimate {
  /**
   * Pending tasks at the last count, and tasks that this server has added since; those that have left since are
   * unknown.
   */
  most: number;
  countedAt: number;
  tookMs: number;
}

/**
 * Bounds the number of pending tasks of a project. The rows are counted only now and then: between two counts this
 * server knows what it has added, so that its own creates cannot exceed the limit; several servers together can, by
 * what they create between two counts.
 */
@Injectable()
export class QueueLimit {
  private readonly estimates = new LRUCache<string, Estimate>({ max: PROJECTS });

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** Admits `count` more tasks. Throws `queue_full`. */
  async admit(projectId: string, count: number): Promise<void> {
    const limit = this.config.maxPendingTasks;
    if (limit === 0) return;
    let estimate = this.estimates.get(projectId);
    if (!estimate || this.stale(estimate, estimate.most + count > limit))
      estimate = await this.count(projectId, limit);
    if (estimate.most + count > limit) throw full(limit, count, estimate);
    estimate.most += count;
  }

  private stale({ countedAt, tookMs }: Estimate, isFull: boolean): boolean {
    return performance.now() - countedAt > (isFull ? fullMs(tookMs) : freshMs(tookMs));
  }

  private async count(projectId: string, limit: number): Promise<Estimate> {
    const started = performance.now();
    const [row] = await this.database.query<{ pending: number }>(
      `SELECT COUNT(*) AS pending FROM (
         SELECT 1 FROM tasks WHERE project_id = ? AND status = 'pending' LIMIT ?) AS few`,
      [projectId, limit],
    );
    const countedAt = performance.now();
    const estimate = { most: row?.pending ?? 0, countedAt, tookMs: countedAt - started };
    this.estimates.set(projectId, estimate);
    return estimate;
  }
}

function freshMs(tookMs: number): number {
  return Math.min(Math.max(FRESH_MS.min, tookMs * FRESH_FACTOR), FRESH_MS.max);
}

function fullMs(tookMs: number): number {
  return Math.max(FULL_MS, tookMs * FULL_FACTOR);
}

function full(limit: number, count: number, { most, tookMs }: Estimate): MetarunError {
  const more = count > limit ? ' A batch must be smaller than that.' : '';
  return new MetarunError(
    TASK_ERRORS.queue_full,
    `The project has about ${most} pending tasks and may have ${limit}: wait until some have run, then try again.${more}`,
    { retryAfterSeconds: Math.ceil(fullMs(tookMs) / 1000) },
  );
}
