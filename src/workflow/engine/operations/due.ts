import type { Database, SqlValue } from '../../../platform/database/database.js';
import { HINTED, hintOf, type HintedRow, type TaskHint } from '../dispatch/dispatcher.js';
import type { Lane } from '../dispatch/lane.js';
import type { Pool } from '../dispatch/pool.js';

/** Hints read at a time, shared by the priorities of all projects. */
const TOTAL = 10_000;
const MIN_PER_LEVEL = 16;
const MAX_PER_LEVEL = 1_000;
/** Priorities of projects that one statement reads. */
const LEVELS_PER_QUERY = 50;
/** In the words of the partial index of the lane. */
export const ready = (lane: Lane): string =>
  `status = 'pending' AND parked = 0 AND lane = '${lane}'`;

export interface Due {
  /** Tasks that may run now: of each project, of each priority the ones that are due longest. */
  hints: TaskHint[];
  /** The levels of which there are more due tasks than `hints` has. */
  more: { projectId: string; priority: number; pool: Pool }[];
  /** The pools of due tasks that no server takes. */
  unreached: Pool[];
  /** The time of this result, by the database's clock in ms. */
  at: number;
  /** The time at which the next task becomes due, by the same clock; null if none does. */
  nextAt: number | null;
}

/** The due tasks of one priority of a project in one pool. */
export interface Level {
  pool: Pool;
  project_id: string;
  priority: number;
}

type TimedLevel = Level & { next_at: number | null };

/**
 * Pending tasks of a lane that became due after `since` (ms, the database's clock), of every project or of one, in the
 * pools that some server takes. No project hides behind another, and no pool: rows are looked up by pool, project and priority,
 * each in the order of an index.
 */
export async function due(
  database: Database,
  lane: Lane,
  since: number,
  projectId: string | null = null,
  isReached: (pool: Pool) => boolean = () => true,
): Promise<Due> {
  const [clock] = await database.query<{ at: number }>(`SELECT ${database.now} AS at`);
  if (!clock) throw new Error('the database returned no time');
  const { at } = clock;
  const all = await levelsOf(database, lane, at, projectId);
  const levels = all.filter(({ pool }) => isReached(pool));
  const share = Math.floor(TOTAL / Math.max(1, levels.length));
  const limit = Math.min(MAX_PER_LEVEL, Math.max(MIN_PER_LEVEL, share));
  const unreached = new Set(all.flatMap(({ pool }) => (isReached(pool) ? [] : [pool])));
  const found: Due = { hints: [], more: [], unreached: [...unreached], at, nextAt: null };
  for (let from = 0; from < levels.length; from += LEVELS_PER_QUERY) {
    const some = levels.slice(from, from + LEVELS_PER_QUERY);
    const rows = await rowsOf(database, lane, some, since, at, limit);
    found.hints.push(...rows.map(hintOf));
    found.more.push(...fullLevels(some, rows, limit));
  }
  const nexts = levels.flatMap(({ next_at }) => (next_at === null ? [] : [next_at]));
  if (nexts.length > 0) found.nextAt = nexts.reduce((one, other) => Math.min(one, other));
  return found;
}

/** The levels that there are tasks of. */
function levelsOf(
  database: Database,
  lane: Lane,
  at: number,
  projectId: string | null,
): Promise<TimedLevel[]> {
  return database.query(
    `WITH RECURSIVE ${levelsIn(lane, '', projectId === null ? null : 'CAST(? AS text)')}
     SELECT pool, project_id, priority, (SELECT MIN(task.run_at) FROM tasks task
       WHERE ${ready(lane)} AND task.pool = level.pool AND task.project_id = level.project_id
         AND task.priority = level.priority AND task.run_at > ?) AS next_at
     FROM level WHERE priority IS NOT NULL`,
    projectId === null ? [at] : [projectId, at],
  );
}

/**
 * Returns SQL of the recursive table `level<suffix>`: the pools, projects and priorities of a lane's pending tasks, the highest
 * priority first, each found by one step in an index. `project`: SQL of the one project that is asked for, else null.
 */
export function levelsIn(lane: Lane, suffix: string, project: string | null): string {
  const one = ready(lane);
  const [pools, projects, levels] = [`pool${suffix}`, `project${suffix}`, `level${suffix}`];
  const next =
    project === null
      ? `UNION ALL
       SELECT ${projects}.pool, (SELECT MIN(task.project_id) FROM tasks task
         WHERE ${one} AND task.pool = ${projects}.pool AND task.project_id > ${projects}.id)
       FROM ${projects} WHERE ${projects}.id IS NOT NULL`
      : '';
  const first = `(SELECT MIN(task.project_id) FROM tasks task WHERE ${one} AND task.pool = ${pools}.name)`;
  return `${pools}(name) AS (
       SELECT (SELECT MIN(pool) FROM tasks WHERE ${one})
       UNION ALL
       SELECT (SELECT MIN(task.pool) FROM tasks task WHERE ${one} AND task.pool > ${pools}.name)
       FROM ${pools} WHERE ${pools}.name IS NOT NULL),
     ${projects}(pool, id) AS (
       SELECT name, ${project ?? first} FROM ${pools} WHERE name IS NOT NULL
       ${next}),
     ${levels}(pool, project_id, priority) AS (
       SELECT ${projects}.pool, id, (SELECT MAX(task.priority) FROM tasks task
         WHERE ${one} AND task.pool = ${projects}.pool AND task.project_id = ${projects}.id)
       FROM ${projects} WHERE id IS NOT NULL
       UNION ALL
       SELECT ${levels}.pool, project_id, (SELECT MAX(task.priority) FROM tasks task
         WHERE ${one} AND task.pool = ${levels}.pool AND task.project_id = ${levels}.project_id
           AND task.priority < ${levels}.priority)
       FROM ${levels} WHERE priority IS NOT NULL)`;
}

/** Returns of each level the rows that became due after `since` and until `at`, those due longest, `limit` at most. */
export function rowsOf(
  database: Database,
  lane: Lane,
  levels: readonly Level[],
  since: number,
  at: number,
  limit: number,
): Promise<HintedRow[]> {
  const parts = levels.map(
    (_, index) => `SELECT * FROM (
      SELECT ${HINTED} FROM tasks
      WHERE ${ready(lane)} AND pool = ? AND project_id = ? AND priority = ? AND run_at > ? AND run_at <= ?
      ORDER BY run_at LIMIT ${limit}) AS level${index}`,
  );
  const values = levels.flatMap(({ pool, project_id, priority }): SqlValue[] => [
    pool,
    project_id,
    priority,
    since,
    at,
  ]);
  return database.query(parts.join(' UNION ALL '), values);
}

function fullLevels(
  levels: readonly Level[],
  rows: readonly HintedRow[],
  limit: number,
): Due['more'] {
  const counts = new Map<string, number>();
  const nameOf = ({ pool, project_id, priority }: Level): string =>
    `${project_id} ${priority} ${pool}`;
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  return levels
    .filter((level) => counts.get(nameOf(level)) === limit)
    .map(({ project_id, priority, pool }) => ({ projectId: project_id, priority, pool }));
}
