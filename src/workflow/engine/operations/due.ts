import type { Database, SqlValue } from '../../../platform/database/database.js';
import { hintOf, type HintedRow, type TaskHint } from '../dispatcher.js';
import type { Lane } from '../lane.js';

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
  more: { projectId: string; priority: number }[];
  /** The time of this result, by the database's clock in ms. */
  at: number;
  /** The time at which the next task becomes due, by the same clock; null if none does. */
  nextAt: number | null;
}

interface Level {
  project_id: string;
  priority: number;
  next_at: number | null;
}

/**
 * Pending tasks of a lane that became due after `since` (ms, the database's clock), of every project or of one. No
 * project hides behind another: rows are looked up by project and priority, each in the order of an index.
 */
export async function due(
  database: Database,
  lane: Lane,
  since: number,
  projectId: string | null = null,
): Promise<Due> {
  const [clock] = await database.query<{ at: number }>(`SELECT ${database.now} AS at`);
  if (!clock) throw new Error('the database returned no time');
  const { at } = clock;
  const levels = await levelsOf(database, lane, at, projectId);
  const share = Math.floor(TOTAL / Math.max(1, levels.length));
  const limit = Math.min(MAX_PER_LEVEL, Math.max(MIN_PER_LEVEL, share));
  const found: Due = { hints: [], more: [], at, nextAt: null };
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

/** The priorities that each project has pending tasks of, highest first; found by one step in an index for each. */
function levelsOf(
  database: Database,
  lane: Lane,
  at: number,
  projectId: string | null,
): Promise<Level[]> {
  const one = ready(lane);
  const all = `SELECT (SELECT MIN(project_id) FROM tasks WHERE ${one})
    UNION ALL
    SELECT (SELECT MIN(task.project_id) FROM tasks task WHERE ${one} AND task.project_id > project.id)
    FROM project WHERE project.id IS NOT NULL`;
  return database.query(
    `WITH RECURSIVE project(id) AS (${projectId === null ? all : 'SELECT CAST(? AS text)'}),
     level(project_id, priority) AS (
       SELECT id, (SELECT MAX(priority) FROM tasks WHERE ${one} AND project_id = project.id)
       FROM project WHERE id IS NOT NULL
       UNION ALL
       SELECT project_id, (SELECT MAX(task.priority) FROM tasks task
         WHERE ${one} AND task.project_id = level.project_id AND task.priority < level.priority)
       FROM level WHERE priority IS NOT NULL)
     SELECT project_id, priority, (SELECT MIN(task.run_at) FROM tasks task
       WHERE ${one} AND task.project_id = level.project_id AND task.priority = level.priority
         AND task.run_at > ?) AS next_at
     FROM level WHERE priority IS NOT NULL`,
    projectId === null ? [at] : [projectId, at],
  );
}

/** Returns of each level the rows that became due after `since` and until `at`, those due longest, `limit` at most. */
export function rowsOf(
  database: Database,
  lane: Lane,
  levels: readonly Pick<Level, 'project_id' | 'priority'>[],
  since: number,
  at: number,
  limit: number,
): Promise<HintedRow[]> {
  const parts = levels.map(
    (_, index) => `SELECT * FROM (
      SELECT id, project_id, priority, slot_key, lane FROM tasks
      WHERE ${ready(lane)} AND project_id = ? AND priority = ? AND run_at > ? AND run_at <= ?
      ORDER BY run_at LIMIT ${limit}) AS level${index}`,
  );
  const values = levels.flatMap(({ project_id, priority }): SqlValue[] => [
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
  const nameOf = (row: Pick<Level, 'project_id' | 'priority'>): string =>
    `${row.project_id} ${row.priority}`;
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  return levels
    .filter((level) => counts.get(nameOf(level)) === limit)
    .map((level) => ({ projectId: level.project_id, priority: level.priority }));
}
