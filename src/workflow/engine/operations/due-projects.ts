import type { Database } from '../../../platform/database/database.js';
import { type Lane, LANES } from '../queue/lane.js';
import type { Pool } from '../queue/pool.js';

/**
 * Returns the SQL condition of tasks that a claim may take once they are due, in the words of the lane's partial index.
 */
export const ready = (lane: Lane): string =>
  `status = 'pending' AND parked = 0 AND lane = '${lane}'`;

/** A project with due tasks, in one lane and pool. */
export interface DueProject {
  lane: Lane;
  projectId: string;
  pool: Pool;
}

export interface DueProjects {
  /** The projects, each once per lane and pool. */
  due: DueProject[];
  /** Pools of all pending tasks that are not blocked. */
  pools: Pool[];
  /** Time of this result, by the database's clock in ms. */
  at: number;
  /** Time at which the next task becomes due, by the same clock, or null. */
  nextAt: number | null;
}

interface Level {
  at: number;
  /** Null in a row without a pending task. */
  lane: Lane | null;
  pool: Pool;
  project_id: string;
  first_at: number | null;
  next_at: number | null;
}

/**
 * Finds the projects with tasks that became due after `since` (ms, the database's clock). The cost does not depend on
 * the number of due tasks: each lane, pool, project and priority is found by one step in an index.
 */
export async function findDueProjects(
  database: Database,
  since = 0,
  lanes: readonly Lane[] = LANES,
): Promise<DueProjects> {
  const levels = lanes.map((lane) => {
    const of = `${ready(lane)} AND task.pool = level_${lane}.pool AND task.project_id = level_${lane}.project_id
         AND task.priority = level_${lane}.priority`;
    return `SELECT '${lane}' AS lane, pool, project_id,
      (SELECT MIN(task.run_at) FROM tasks task WHERE ${of} AND task.run_at > ?) AS first_at,
      (SELECT MIN(task.run_at) FROM tasks task WHERE ${of} AND task.run_at > ${database.now}) AS next_at
      FROM level_${lane} WHERE priority IS NOT NULL`;
  });
  const rows = await database.query<Level>(
    `WITH RECURSIVE ${lanes.map(allLevels).join(', ')}
     SELECT clock.at, level.* FROM (SELECT ${database.now} AS at) AS clock
     LEFT JOIN (${levels.join(' UNION ALL ')}) AS level ON 1 = 1`,
    lanes.map(() => since),
  );
  const [first] = rows;
  if (first === undefined) throw new Error('the database returned no time');
  const { at } = first;
  const due = new Map<string, DueProject>();
  for (const { lane, pool, project_id: projectId, first_at: firstAt } of rows)
    if (lane !== null && firstAt !== null && firstAt <= at)
      due.set(`${lane} ${projectId} ${pool}`, { lane, projectId, pool });
  const pools = new Set(rows.flatMap(({ lane, pool }) => (lane === null ? [] : [pool])));
  const times = rows.flatMap(({ next_at: nextAt }) => (nextAt === null ? [] : [nextAt]));
  const nextAt = times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  return {
    due: [...due.values()],
    pools: [...pools],
    at,
    nextAt: Number.isFinite(nextAt) ? nextAt : null,
  };
}

/** Returns SQL of the recursive table `level_<lane>`: the pools, projects and priorities of all pending tasks of a lane. */
function allLevels(lane: Lane): string {
  const one = ready(lane);
  const [pools, projects] = [`pool_${lane}`, `project_${lane}`];
  return `${pools}(name) AS (
       SELECT (SELECT MIN(pool) FROM tasks WHERE ${one})
       UNION ALL
       SELECT (SELECT MIN(task.pool) FROM tasks task WHERE ${one} AND task.pool > ${pools}.name)
       FROM ${pools} WHERE ${pools}.name IS NOT NULL),
     ${projects}(pool, project_id) AS (
       SELECT name, (SELECT MIN(task.project_id) FROM tasks task WHERE ${one} AND task.pool = ${pools}.name)
       FROM ${pools} WHERE name IS NOT NULL
       UNION ALL
       SELECT ${projects}.pool, (SELECT MIN(task.project_id) FROM tasks task
         WHERE ${one} AND task.pool = ${projects}.pool AND task.project_id > ${projects}.project_id)
       FROM ${projects} WHERE ${projects}.project_id IS NOT NULL),
     ${buildLevelsSql(lane, `level_${lane}`, projects)}`;
}

/**
 * Returns SQL of a recursive table `name` with the priorities of the pending tasks of each pool and project in the
 * table `source`, in descending order, each found by one step in an index.
 */
export function buildLevelsSql(lane: Lane, name: string, source: string): string {
  const highest = (table: string, below = ''): string =>
    `(SELECT MAX(task.priority) FROM tasks task WHERE ${ready(lane)}
         AND task.pool = ${table}.pool AND task.project_id = ${table}.project_id ${below})`;
  return `${name}(pool, project_id, priority) AS (
       SELECT pool, project_id, ${highest(source)} FROM ${source} WHERE project_id IS NOT NULL
       UNION ALL
       SELECT pool, project_id, ${highest(name, `AND task.priority < ${name}.priority`)}
       FROM ${name} WHERE priority IS NOT NULL)`;
}
