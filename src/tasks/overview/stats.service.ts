import { Injectable } from '@nestjs/common';
import { invalidField } from '../../base/kernel/errors.js';
import { type Condition, Database } from '../../platform/database/database.js';
import { isNoDraft } from '../../workflow/engine/state/drafts.js';
import { indexed } from '../../platform/database/indexed.js';
import { TASK_STATUSES, type TaskStatus } from '../../workflow/engine/state/task-status.js';
import { type Percentiles, computePercentiles } from './percentiles.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const BUCKETS = { hour: HOUR_MS, day: DAY_MS } as const;
export type BucketSize = keyof typeof BUCKETS;
/** Longest range for each size of bucket, in days. */
export const MAX_DAYS: Readonly<Record<BucketSize, number>> = { hour: 7, day: 31 };
/** Number of finished tasks whose durations are read. */
export const MAX_SAMPLED = 1_000;
/**
 * Number of tasks that are counted in one piece, which takes some ms, and in all, if an index suffices. {@link BY_ROWS}
 * applies if rows are read.
 */
const BY_INDEX = { atOnce: 10_000, most: 200_000 };
const BY_ROWS = { atOnce: 2_000, most: 50_000 };

/** Tasks to count. Times in ms; `until` is exclusive. */
export interface StatsQuery {
  since: number;
  until: number;
  by: BucketSize;
  /** Identifier of a meta-task. */
  metaTask?: string | undefined;
}

/** Number of the tasks created in an interval, by their current status. */
export type Bucket = Record<TaskStatus, number> & { from: number };

/** Statistics of tasks over time. Times in ms. */
export interface Stats {
  since: number;
  until: number;
  buckets: Bucket[];
  /** Time from which the counts are complete; null if all are. */
  completeFrom: number | null;
  /** Number of tasks that the percentiles are based on, those that ended last. */
  sampled: number;
  runMs: Percentiles;
  waitMs: Percentiles;
}

interface Counted {
  status: TaskStatus;
  bucket: number;
  count: number;
}

/** An index that is scanned, newest first. */
interface Walk {
  index: string;
  where: Condition;
  atOnce: number;
  most: number;
}

/**
 * Counts tasks of a project over time. The work is bounded, and done in pieces so that other requests are not delayed.
 */
@Injectable()
export class TaskStats {
  constructor(private readonly database: Database) {}

  /** Returns the statistics of a range. Throws MetarunError if the range is too long. */
  async of(projectId: string, query: StatsQuery): Promise<Stats> {
    const { since, until, by, metaTask } = query;
    const size = BUCKETS[by];
    if (since >= until) throw invalidField('?since', 'must be before until');
    if (until - since > MAX_DAYS[by] * DAY_MS)
      throw invalidField('?since', `must be at most ${MAX_DAYS[by]} days before until, by ${by}`);
    const counted: Counted[] = [];
    let completeFrom: number | null = null;
    for (const walk of buildWalks(projectId, metaTask, isNoDraft(this.database, projectId))) {
      const stopped = await this.count(projectId, walk, query, counted);
      // The bucket in which the count stopped is incomplete.
      if (stopped !== null)
        completeFrom = Math.max(completeFrom ?? 0, (Math.floor(stopped / size) + 1) * size);
    }
    const first = Math.max(Math.floor(since / size), (completeFrom ?? 0) / size);
    const last = Math.ceil(until / size);
    const buckets = Array.from({ length: Math.max(0, last - first) }, (_, n) =>
      buildBucket(first + n, size, counted),
    );
    return { since, until, buckets, completeFrom, ...(await this.times(projectId, query)) };
  }

  /**
   * Adds counts to `counted`. Returns the time down to which tasks were counted if the limit was reached, else null.
   */
  private async count(
    projectId: string,
    { index, where, atOnce, most }: Walk,
    { since, until, by }: StatsQuery,
    counted: Counted[],
  ): Promise<number | null> {
    const from = indexed(this.database, 'tasks', index);
    let before = until;
    for (let done = 0; done < most; done += atOnce) {
      const piece = await this.database.inTurn(projectId, async () => {
        const [end] = await this.database.query<{ created_at: number }>(
          `SELECT created_at FROM ${from} WHERE ${where.sql} AND created_at >= ? AND created_at < ?
           ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${atOnce - 1}`,
          [...where.values, since, before],
        );
        const rows = await this.database.query<Counted>(
          `SELECT status, created_at / ${BUCKETS[by]} AS bucket, COUNT(*) AS count FROM ${from}
           WHERE ${where.sql} AND created_at >= ? AND created_at < ? GROUP BY 1, 2`,
          [...where.values, end?.created_at ?? since, before],
        );
        return { rows, end: end?.created_at };
      });
      counted.push(...piece.rows);
      if (piece.end === undefined) return null;
      before = piece.end;
    }
    return before;
  }

  private async times(
    projectId: string,
    { since, until, metaTask }: StatsQuery,
  ): Promise<Pick<Stats, 'sampled' | 'runMs' | 'waitMs'>> {
    const time = metaTask === undefined ? 'finished_at' : 'created_at';
    const index = metaTask === undefined ? 'tasks_finished' : 'tasks_project_type';
    const saved = isNoDraft(this.database, projectId);
    const rows = await this.database.query<Record<'run' | 'wait', number | null>>(
      `SELECT CASE WHEN status <> 'cancelled' THEN finished_at - started_at END AS run,
         attempt_started_at - attempt_queued_at AS wait
       FROM ${indexed(this.database, 'tasks', index)}
       WHERE project_id = ? AND ${time} >= ? AND ${time} < ? AND finished_at IS NOT NULL
         AND ${saved.sql} ${metaTask === undefined ? '' : 'AND task_type = ?'}
       ORDER BY ${time} DESC, id DESC LIMIT ${MAX_SAMPLED}`,
      [projectId, since, until, ...saved.values, ...(metaTask === undefined ? [] : [metaTask])],
    );
    const of = (name: 'run' | 'wait'): Percentiles =>
      computePercentiles(rows.flatMap((row) => (row[name] === null ? [] : [Number(row[name])])));
    return { sampled: rows.length, runMs: of('run'), waitMs: of('wait') };
  }
}

/** Returns the index scans that count all tasks. Without a meta-task, an index contains the status. */
function buildWalks(projectId: string, metaTask: string | undefined, saved: Condition): Walk[] {
  if (metaTask !== undefined)
    return [
      {
        index: 'tasks_project_type',
        where: {
          sql: `project_id = ? AND task_type = ? AND ${saved.sql}`,
          values: [projectId, metaTask, ...saved.values],
        },
        ...BY_ROWS,
      },
    ];
  return TASK_STATUSES.map((status) => ({
    index: 'tasks_project_status',
    where: {
      sql: `project_id = ? AND status = ? AND ${saved.sql}`,
      values: [projectId, status, ...saved.values],
    },
    ...BY_INDEX,
  }));
}

function buildBucket(number: number, size: number, counted: readonly Counted[]): Bucket {
  const count = (status: TaskStatus): number =>
    counted
      .filter((one) => one.status === status && Number(one.bucket) === number)
      .reduce((sum, one) => sum + Number(one.count), 0);
  return {
    from: number * size,
    pending: count('pending'),
    running: count('running'),
    waiting: count('waiting'),
    success: count('success'),
    failed: count('failed'),
    cancelled: count('cancelled'),
  };
}
