import type { Database, SqlValue } from '../../../platform/database/database.js';
import { buildColumnList, type Transaction } from '../../../platform/database/transaction.js';
import type { GroupKind } from '../../../platform/database/write-groups.js';
import type { Lane } from '../queue/lane.js';
import type { Pool } from '../queue/pool.js';
import { withPart } from '../runs/attempt-waits.js';
import { slotReleased } from '../state/messages.js';
import { TaskEntity } from '../state/task.entity.js';
import type { Transitions } from '../state/transitions.js';
import { buildLevelsSql, ready } from './due-projects.js';
import { countSlots } from './slots.js';
import { block, findFreeSlots, findOrAddSlot, holdSlots } from './take-slot.js';

/** Returns SQL that keeps the value of a column if the attempt goes on after a wait, and resets it otherwise. */
const kept = (column: string, initial = 'NULL'): string =>
  `CASE WHEN woken = 1 THEN ${column} ELSE ${initial} END`;

/** SQL condition of a pending task whose last run got no process: its `error_message` gives the reason. */
const HAD_NO_PROCESS = 'error_code IS NULL AND error_message IS NOT NULL';

export interface Worker {
  id: string;
  /** Level of the sandbox in which the worker runs scripts. */
  sandboxLevel: number;
}

/** A worker's request for due tasks. */
export interface ClaimRequest {
  lane: Lane;
  projectId: string;
  pools: readonly Pool[];
  /** Maximum number of tasks. */
  count: number;
}

/** A due task that a claim has locked: no other claim finds it until the transaction ends. */
export type DueTask = Pick<TaskEntity, 'id' | 'project_id' | 'slot_key'>;

/** A due task that a statement has found, with its row if the statement has also claimed it, and nulls otherwise. */
type FoundRow = (TaskEntity | Record<keyof TaskEntity, null>) & {
  found_id: string;
  found_key: string | null;
};

/** The claimed tasks without a concurrency limit, and the found tasks with one, which have no slot yet. */
interface Unlimited {
  rows: TaskEntity[];
  limited: DueTask[];
}

interface Claimed {
  rows: TaskEntity[];
  /** Tasks whose concurrency limit had no free slot at first sight. */
  withoutSlot: DueTask[];
}

/**
 * Claims due tasks of a project, by descending priority and then by the time at which they became due. Each becomes
 * `running` with a new fencing token, the lease of the worker and, unless it resumes after a wait, a new attempt. Tasks
 * without a free slot of their concurrency limit are blocked, and others are claimed in their place. Fewer than `count`
 * tasks mean that no more are due, or that other workers are claiming them.
 */
export async function claimDue(
  transitions: Transitions,
  request: ClaimRequest,
  worker: Worker,
): Promise<TaskEntity[]> {
  const kind = claims(transitions, request.lane, worker);
  const claimed: TaskEntity[] = [];
  while (claimed.length < request.count) {
    const count = request.count - claimed.length;
    const { rows, withoutSlot } = await transitions.database.grouped(kind, { ...request, count });
    claimed.push(...rows);
    if (withoutSlot.length === 0) break;
    try {
      for (const tasks of Map.groupBy(withoutSlot, (task) => task.slot_key).values())
        claimed.push(...(await claimLimited(transitions, tasks, worker)));
    } catch (error) {
      if (claimed.length === 0) throw error;
      // The tasks claimed so far have to run. The next claim meets the error again.
      break;
    }
  }
  return claimed;
}

function claims(
  transitions: Transitions,
  lane: Lane,
  worker: Worker,
): GroupKind<ClaimRequest, Claimed> {
  const together = async (
    transaction: Transaction,
    requests: readonly ClaimRequest[],
  ): Promise<Claimed[]> => {
    const { rows, limited } = await claimUnlimited(
      transitions,
      transaction,
      lane,
      requests,
      worker,
    );
    const others = await claimFound(transitions, transaction, limited, worker);
    return divide(requests, { ...others, rows: [...rows, ...others.rows] });
  };
  return {
    // Groups run in the order of their names: claims come after the ends of runs, which free slots of concurrency
    // limits.
    name: `take ${lane}`,
    together,
    alone: (request) =>
      transitions.database.writeGrouped(async (transaction) => {
        const [claimed] = await together(transaction, [request]);
        if (claimed === undefined) throw new Error('a claim has no result');
        return claimed;
      }),
  };
}

/**
 * Finds the due tasks of these requests and claims those without a concurrency limit. Tasks that another claim has
 * locked are skipped, so that no claim waits for another.
 */
async function claimUnlimited(
  transitions: Transitions,
  transaction: Transaction,
  lane: Lane,
  requests: readonly ClaimRequest[],
  worker: Worker,
): Promise<Unlimited> {
  const { database } = transitions;
  const rows: TaskEntity[] = [];
  const limited: DueTask[] = [];
  for (const [projectId, own] of Map.groupBy(requests, (request) => request.projectId)) {
    const pools = [...new Set(own.flatMap((request) => request.pools))];
    const count = own.reduce((sum, request) => sum + request.count, 0);
    const wanted = { lane, projectId, pools, count };
    const claimed = await (database.kind === 'postgres'
      ? claimOnPostgres(database, transaction, wanted, worker)
      : claimOnSqlite(database, transaction, wanted, worker));
    rows.push(...claimed.rows);
    limited.push(...claimed.limited);
  }
  for (const row of rows) transitions.status(transaction, row);
  return { rows, limited };
}

/** Claims by one statement, which stops at the last requested task and so locks no others. */
async function claimOnPostgres(
  { now }: Database,
  transaction: Transaction,
  { lane, projectId, pools, count }: ClaimRequest,
  worker: Worker,
): Promise<Unlimited> {
  const found = await transaction.queryPrepared<FoundRow>(
    `WITH RECURSIVE ${wantedLevels(lane, pools)},
       asked(count) AS (SELECT CAST(? AS integer)),
       found AS MATERIALIZED (
         SELECT task.* FROM (${SORTED_LEVELS}) AS level
         CROSS JOIN LATERAL (
           SELECT id, slot_key FROM tasks WHERE ${ready(lane)} AND ${claimable(now)} AND tasks.project_id = level.project_id
             AND tasks.pool = level.pool AND tasks.priority = level.priority
           ORDER BY run_at LIMIT (SELECT count FROM asked) FOR UPDATE SKIP LOCKED) AS task
         LIMIT (SELECT count FROM asked)),
       claimed AS (UPDATE tasks SET ${claimed(now)}
         WHERE id = ANY(ARRAY(SELECT id FROM found)) AND slot_key IS NULL AND ${claimable(now)} RETURNING ${buildColumnList(transaction, TaskEntity)})
     SELECT found.id AS found_id, found.slot_key AS found_key, claimed.* FROM found LEFT JOIN claimed ON claimed.id = found.id`,
    [...wantedValues(projectId, pools), count, ...claimValues(worker)],
  );
  const rows: TaskEntity[] = [];
  const limited: DueTask[] = [];
  for (const { found_id: id, found_key: key, ...row } of found)
    if (row.id === null) limited.push({ id, project_id: projectId, slot_key: key });
    else rows.push(row);
  return { rows, limited };
}

/** Claims by one statement per level: SQLite has no lateral joins, and a statement costs no round trip. */
async function claimOnSqlite(
  database: Database,
  transaction: Transaction,
  { lane, projectId, pools, count }: ClaimRequest,
  worker: Worker,
): Promise<Unlimited> {
  const levels = await transaction.query<{ pool: Pool; priority: number }>(
    `WITH RECURSIVE ${wantedLevels(lane, pools)} ${SORTED_LEVELS}`,
    wantedValues(projectId, pools),
  );
  const found: DueTask[] = [];
  for (const { pool, priority } of levels) {
    // A value in a SELECT of its own, since SQLite prepares a statement again for each bound value that a partial index
    // may depend on.
    const tasks = await transaction.query<DueTask>(
      `SELECT id, project_id, slot_key FROM tasks WHERE ${ready(lane)} AND ${claimable(database.now)}
         AND pool = (SELECT ?) AND project_id = (SELECT ?) AND priority = (SELECT ?) ORDER BY run_at LIMIT (SELECT ?)`,
      [pool, projectId, priority, count - found.length],
    );
    found.push(...tasks);
    if (found.length === count) break;
  }
  const limited = found.filter((task) => task.slot_key !== null);
  const ids = found.flatMap((task) => (task.slot_key === null ? [task.id] : []));
  return { rows: await claimThese(database, transaction, ids, worker), limited };
}

/** Claims these tasks, except those whose concurrency limit has no free slot at first sight. */
export async function claimFound(
  transitions: Transitions,
  transaction: Transaction,
  tasks: readonly DueTask[],
  worker: Worker,
): Promise<Claimed> {
  if (tasks.length === 0) return { rows: [], withoutSlot: [] };
  const { database } = transitions;
  const slots = await findFreeSlots(database, transaction, tasks);
  const withoutSlot = tasks.filter(({ id, slot_key: key }) => key !== null && !slots.has(id));
  const ids = tasks.filter((task) => !withoutSlot.includes(task)).map(({ id }) => id);
  const rows = await claimThese(database, transaction, ids, worker);
  await holdSlots(database, transaction, rows, slots);
  for (const row of rows) transitions.status(transaction, row);
  return { rows, withoutSlot };
}

/**
 * Claims tasks of one concurrency limit while it has free slots, and blocks its other due tasks. Servers take turns by
 * a lock, so that a slot that is freed in the meantime unblocks the tasks afterwards.
 */
export function claimLimited(
  transitions: Transitions,
  tasks: readonly DueTask[],
  worker: Worker,
): Promise<TaskEntity[]> {
  const { database } = transitions;
  const slotKey = tasks[0]?.slot_key ?? null;
  if (slotKey === null) return Promise.resolve([]);
  return database.write(async (transaction) => {
    await transaction.lock(slotKey);
    const { most, held } = await countSlots(transaction, slotKey);
    const rows: TaskEntity[] = [];
    for (const { id } of tasks.slice(0, Math.max(0, most - held))) {
      const n = await findOrAddSlot(database, transaction, { taskId: id, slotKey }, most);
      if (n === null) break;
      const [row] = await claimThese(database, transaction, [id], worker);
      if (row === undefined) {
        // Another claim may have skipped the slot.
        transitions.publish(transaction, slotReleased, { slotKey });
        continue;
      }
      await holdSlots(database, transaction, [row], new Map([[id, n]]));
      transitions.status(transaction, row);
      rows.push(row);
    }
    if (rows.length < tasks.length) await block(database, transaction, slotKey);
    return rows;
  });
}

/** Returns the SQL condition of a task that may be claimed now. */
function claimable(now: string): string {
  return `status = 'pending' AND run_at <= ${now} AND (deadline_at IS NULL OR deadline_at > ${now})`;
}

/** Claims those of these tasks that may be claimed, and returns their rows in the given order. */
async function claimThese(
  { kind, now }: Database,
  transaction: Transaction,
  ids: readonly string[],
  worker: Worker,
): Promise<TaskEntity[]> {
  if (ids.length === 0) return [];
  // An array is looked up row by row, whereas PostgreSQL expects 100 rows of a JSON list and reads a small table as a
  // whole.
  const these =
    kind === 'postgres'
      ? 'id = ANY(ARRAY(SELECT json_array_elements_text(CAST(? AS json))))'
      : 'id IN (SELECT value FROM json_each(?))';
  const rows = await transaction.queryPrepared<TaskEntity>(
    `UPDATE tasks SET ${claimed(now)} WHERE ${these} AND ${claimable(now)} RETURNING ${buildColumnList(transaction, TaskEntity)}`,
    [...claimValues(worker), JSON.stringify(ids)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the assignments of a claim as SQL. Its values are those of {@link claimValues}. */
function claimed(now: string): string {
  return `status = 'running', attempt = attempt + 1 - woken, fence = fence + 1, worker_id = ?,
    lease_until = NULL, started_at = COALESCE(started_at, ${now}),
    progress = ${kept('progress', '0')}, current_phase = ${kept('current_phase')},
    phase_since = ${now},
    attempt_queued_at = CASE WHEN woken = 1 OR ${HAD_NO_PROCESS} THEN attempt_queued_at ELSE run_at END, attempt_worker = ?,
    attempt_sandbox = CASE WHEN lane = 'script' THEN CAST(? AS integer) END,
    attempt_started_at = ${kept('attempt_started_at', now)}, attempt_phases = ${kept('attempt_phases')},
    attempt_waits = CASE WHEN woken = 1 THEN ${withPart(`'q' || run_at || ' r' || ${now}`)} END,
    peak_memory_bytes = ${kept('peak_memory_bytes')}, cpu_ms = ${kept('cpu_ms')},
    error_code = NULL, error_message = NULL, error_stack = NULL, parked = 0`;
}

function claimValues(worker: Worker): SqlValue[] {
  return [worker.id, worker.id, worker.sandboxLevel];
}

/** SQL that orders the levels of a claim. Pools of equal priority come in random order, so that no pool is starved. */
const SORTED_LEVELS =
  'SELECT pool, project_id, priority FROM level WHERE priority IS NOT NULL ORDER BY priority DESC, random()';

/** Returns SQL of the table `level` of a project in these pools. Its values are those of {@link wantedValues}. */
function wantedLevels(lane: Lane, pools: readonly Pool[]): string {
  const wanted = pools.map(() => '(CAST(? AS text), CAST(? AS text))').join(', ');
  return `wanted(pool, project_id) AS (VALUES ${wanted}), ${buildLevelsSql(lane, 'level', 'wanted')}`;
}

function wantedValues(projectId: string, pools: readonly Pool[]): string[] {
  return pools.flatMap((pool) => [pool, projectId]);
}

/** Divides the claimed tasks among the requests by project, each up to its count. */
function divide(requests: readonly ClaimRequest[], { rows, withoutSlot }: Claimed): Claimed[] {
  const byProject = Map.groupBy(rows, (row) => row.project_id);
  const others = Map.groupBy(withoutSlot, (task) => task.project_id);
  return requests.map(({ projectId, count }) => {
    const own = byProject.get(projectId)?.splice(0, count) ?? [];
    const rest = others.get(projectId)?.splice(0, count - own.length) ?? [];
    return { rows: own, withoutSlot: rest };
  });
}
