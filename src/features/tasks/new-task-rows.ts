import type { Database, SqlValue, Transaction } from '../../platform/database/database.js';
import { type Actor, actorValues } from '../../workflow/engine/actor.js';
import type { Lane } from '../../workflow/engine/lane.js';
import { poolOf } from '../../workflow/engine/pool.js';
import type { TaskEntity } from '../../workflow/engine/task.entity.js';
import { newId } from '../../base/kernel/ids.js';
import type { RunnableVersion } from '../meta-tasks/meta-task.js';

/** Rows in one INSERT; the databases cap the values of a statement. */
const ROWS_PER_INSERT = 200;

/** A task that may be stored as it is. */
export interface CheckedTask {
  version: RunnableVersion;
  agentVersionId: string | null;
  name: string;
  /** JSON text. */
  params: string;
  priority: number;
  /** ms; null = at once. */
  runAt: number | null;
  slotKey: string | null;
}

/** The link of a new task to its parent. */
export interface ParentLink {
  parentId: string;
  /** The step of the parent that the end of the task ends. */
  stepId: string;
  rootId: string;
  depth: number;
  /** True if the parent is a draft: then the child is one, too. */
  draft: boolean;
}

/** The id of a new task, and whose child it is; null for one without a parent. */
export interface Place {
  id: string;
  parent: ParentLink | null;
}

/** The origin of new tasks. */
export interface Origin {
  /** The actor that has asked for them; null for the children of a task, and for those of a schedule. */
  by?: Actor | null;
  /** The task that they are made again of. */
  rerunOf?: string | null;
}

/** Inserts tasks within a transaction, and returns their rows in the order of their ids. */
export async function insertRows(
  database: Database,
  transaction: Transaction,
  projectId: string,
  tasks: readonly CheckedTask[],
  {
    places = tasks.map(() => ({ id: newId(), parent: null })),
    ...origin
  }: Origin & {
    places?: readonly Place[];
  },
): Promise<TaskEntity[]> {
  const inserted: TaskEntity[] = [];
  for (let from = 0; from < tasks.length; from += ROWS_PER_INSERT) {
    const to = from + ROWS_PER_INSERT;
    const some = { tasks: tasks.slice(from, to), places: places.slice(from, to) };
    inserted.push(...(await insert(database, transaction, projectId, some, origin)));
  }
  return inserted;
}

async function insert(
  { now }: Database,
  transaction: Transaction,
  projectId: string,
  { tasks, places }: { tasks: readonly CheckedTask[]; places: readonly Place[] },
  { by = null, rerunOf = null }: Origin,
): Promise<TaskEntity[]> {
  // Most have neither: there is nothing to bind then.
  const from = [...(by === null ? [] : actorValues(by)), ...(rerunOf === null ? [] : [rerunOf])];
  const origin = `${by === null ? 'NULL, NULL' : '?, ?'}, ${rerunOf === null ? 'NULL' : '?'}`;
  const rowPlaces = tasks.map(
    (task, index) =>
      `(?, ?, ?, ?, ?, ?, ?, ${task.agentVersionId === null ? 'NULL' : '?'}, '${laneFor(task)}', ${isPooled(task) ? '?' : "''"}, ?, ?, ?, ?, 'pending', 0, 0, 0, 0, ?, ?, ${timesOf(task, now)}, ${now}, ${origin}, ${isDraft(task, places[index]) ? 1 : 0})`,
  );
  const values = tasks.flatMap((task, index): SqlValue[] => [
    ...idsOf(places[index]),
    projectId,
    task.version.versionId,
    ...(task.agentVersionId === null ? [] : [task.agentVersionId]),
    ...(isPooled(task)
      ? [poolOf([...task.version.definition.runs_on, ...task.version.needs])]
      : []),
    task.version.metaTaskIdentifier,
    task.version.version,
    task.name,
    task.params,
    task.priority,
    task.version.definition.max_attempts,
    ...timeValuesOf(task),
    ...from,
  ]);
  const rows = await transaction.query<TaskEntity>(
    `INSERT INTO tasks (id, parent_id, parent_step_id, root_id, depth, project_id, version_id, agent_version_id, lane, pool, task_type, task_type_version, name, params, status,
         progress, attempt, crashes, fence, priority, max_attempts, run_at, deadline_at, slot_key, parked,
         created_at, created_by, created_by_name, rerun_of, draft)
       VALUES ${rowPlaces.join(', ')} RETURNING *`,
    values,
  );
  // The databases promise no order of the rows of RETURNING; ids sort by the time they were made.
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function isDraft({ version }: CheckedTask, place: Place | undefined): boolean {
  return version.version < 0 || place?.parent?.draft === true;
}

function isPooled({ version }: CheckedTask): boolean {
  return version.definition.runs_on.length + version.needs.length > 0;
}

/** Tasks of agents have slots of their own. */
function laneFor({ version }: CheckedTask): Lane {
  return version.definition.execution_mode === 'agent' ? 'agent' : 'script';
}

function idsOf(place: Place | undefined): SqlValue[] {
  if (place === undefined) throw new Error('a new task has no place');
  const { id, parent } = place;
  if (parent === null) return [id, null, null, null, 0];
  return [id, parent.parentId, parent.stepId, parent.rootId, parent.depth];
}

function hasDeadline({ definition }: RunnableVersion): boolean {
  return definition.total_timeout_seconds !== null;
}

/** Returns the SQL of `run_at`, `deadline_at`, `slot_key` and of whether the task is blocked: mostly there is nothing to bind. */
function timesOf({ version, runAt, slotKey: key }: CheckedTask, now: string): string {
  const at = runAt === null ? now : `CASE WHEN ? > ${now} THEN ? ELSE ${now} END`;
  const deadline = hasDeadline(version) ? `${at} + ?` : 'NULL';
  // Behind others of its key that wait for a slot it waits with them; what is not due yet has not come to that.
  const parked =
    key === null || runAt !== null
      ? '0'
      : "(SELECT COUNT(*) FROM (SELECT 1 FROM tasks WHERE status = 'pending' AND parked = 1 AND slot_key = ? LIMIT 1) AS one)";
  return `${at}, ${deadline}, ${key === null ? 'NULL' : '?'}, ${parked}`;
}

/** Returns the values that {@link timesOf} binds. */
function timeValuesOf({ version, runAt, slotKey: key }: CheckedTask): SqlValue[] {
  const at = runAt === null ? [] : [runAt, runAt];
  const total = version.definition.total_timeout_seconds;
  const deadline = total === null ? [] : [...at, total * 1000];
  const parked = key === null || runAt !== null ? [] : [key];
  return [...at, ...deadline, ...(key === null ? [] : [key]), ...parked];
}
