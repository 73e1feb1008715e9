import type { Database } from '../../../platform/database/database.js';
import { hintOf, type TaskHint } from '../dispatch/dispatcher.js';
import type { Lane } from '../dispatch/lane.js';
import type { Pool } from '../dispatch/pool.js';
import { type Level, levelsIn, ready, rowsOf } from './due.js';

type FirstLevel = Level & {
  lane: Lane;
  /** When the first task of the level became due, or will be. */
  first_at: number;
  /** The database's clock. */
  at: number;
};

/** A lane, and how many hints are wanted of it, of which projects. */
export interface Wanted {
  lane: Lane;
  count: number;
  of: (projectId: string) => boolean;
}

/** Hints of due tasks, and of which projects there may be more, of that priority or below. */
export interface DueNow {
  hints: TaskHint[];
  more: { lane: Lane; projectId: string; priority: number }[];
}

/**
 * Returns hints of tasks that are due, of the projects that are asked for, in the pools that are taken: of each project those with the highest priority that are due longest; about `count` of
 * each lane, in equal parts of projects that are drawn at random. One statement where nothing is due: it runs once a second.
 */
export async function dueNow(
  database: Database,
  wanted: readonly Wanted[],
  isTaken: (pool: Pool) => boolean = () => true,
): Promise<DueNow> {
  const found: DueNow = { hints: [], more: [] };
  const lanes = wanted.filter(({ count }) => count > 0);
  if (lanes.length === 0) return found;
  const levels = await dueLevels(
    database,
    lanes.map(({ lane }) => lane),
  );
  for (const { lane, count, of } of lanes) {
    const projects = [
      ...Map.groupBy(
        levels.filter(
          (level) => level.lane === lane && isTaken(level.pool) && of(level.project_id),
        ),
        (level) => level.project_id,
      ).values(),
    ];
    const drawn = someOf(projects, count);
    const some = drawn.flat();
    const [first] = some;
    if (first === undefined) continue;
    const each = Math.ceil(count / drawn.length);
    const rows = await rowsOf(database, lane, some, 0, first.at, each);
    for (const own of Map.groupBy(rows, (row) => row.project_id).values()) {
      const hints = own.toSorted((a, b) => b.priority - a.priority).slice(0, each);
      found.hints.push(...hints.map(hintOf));
      const last = hints.at(-1);
      if (last !== undefined && hints.length === each)
        found.more.push({ lane, projectId: last.project_id, priority: last.priority });
    }
  }
  return found;
}

/** Returns the levels that have due tasks. */
async function dueLevels(database: Database, lanes: readonly Lane[]): Promise<FirstLevel[]> {
  const tables = lanes.map((lane) => levelsIn(lane, `_${lane}`, null));
  const levels = lanes.map(
    (lane) => `SELECT '${lane}' AS lane, pool, project_id, priority, ${database.now} AS at,
      (SELECT MIN(task.run_at) FROM tasks task WHERE ${ready(lane)} AND task.pool = level_${lane}.pool
         AND task.project_id = level_${lane}.project_id AND task.priority = level_${lane}.priority) AS first_at
      FROM level_${lane} WHERE priority IS NOT NULL`,
  );
  const rows = await database.query<FirstLevel>(
    `WITH RECURSIVE ${tables.join(', ')} ${levels.join(' UNION ALL ')}`,
  );
  return rows.filter(({ first_at, at }) => first_at <= at);
}

/** Returns `count` of these at most, drawn at random. */
function someOf<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  const begin = Math.floor(Math.random() * all.length);
  return [...all.slice(begin), ...all.slice(0, begin)].slice(0, count);
}
