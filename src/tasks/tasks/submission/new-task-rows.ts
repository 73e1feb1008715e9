import type { Database, SqlValue, Transaction } from '../../../platform/database/database.js';
import { type Actor, actorValues } from '../../../workflow/engine/state/actor.js';
import type { Lane } from '../../../workflow/engine/queue/lane.js';
import { toPool } from '../../../workflow/engine/queue/pool.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import type { Transitions } from '../../../workflow/engine/state/transitions.js';
import { newId } from '../../../base/kernel/ids.js';
import { itemAt } from '../../../base/kernel/item-at.js';
import type { RunnableVersion } from '../../meta-tasks/meta-task.js';

/** Number of rows per statement, during which SQLite blocks the event loop. */
const ROWS_PER_INSERT = 200;

/** A task that can be inserted unchanged. */
export interface PreparedTask {
  version: RunnableVersion;
  agentVersionId: string | null;
  name: string;
  /** JSON text. */
  params: string;
  priority: number;
  /** In ms; null = at once. */
  runAt: number | null;
  slotKey: string | null;
}

/** The link of a new task to its parent. */
export interface ParentLink {
  parentId: string;
  /** Step of the parent that the end of the task ends. */
  stepId: string;
  rootId: string;
  depth: number;
  /** True if the parent is a draft: the child then is one, too. */
  draft: boolean;
}

/** The id of a new task, and its link to a parent; null without one. */
export interface Place {
  id: string;
  parent: ParentLink | null;
}

/** The origin of new tasks. */
export interface Origin {
  /** Actor of the request; null for children of a task, and for tasks of a schedule. */
  by?: Actor | null;
  /** The task of which they are reruns. */
  rerunOf?: string | null;
}

/** Inserts tasks within a transaction of the caller, and returns their rows, in order. */
export async function insertTasks(
  transitions: Pick<Transitions, 'database' | 'created'>,
  transaction: Transaction,
  projectId: string,
  tasks: readonly PreparedTask[],
  {
    places = tasks.map(() => ({ id: newId(), parent: null })),
    ...origin
  }: Origin & { places?: readonly Place[] } = {},
): Promise<TaskEntity[]> {
  const inserted: TaskEntity[] = [];
  for (let from = 0; from < tasks.length; from += ROWS_PER_INSERT) {
    const to = from + ROWS_PER_INSERT;
    const some = { tasks: tasks.slice(from, to), places: places.slice(from, to) };
    inserted.push(...(await insert(transitions.database, transaction, projectId, some, origin)));
  }
  transitions.created(transaction, inserted);
  return inserted;
}

async function insert(
  database: Database,
  transaction: Transaction,
  projectId: string,
  { tasks, places }: { tasks: readonly PreparedTask[]; places: readonly Place[] },
  { by = null, rerunOf = null }: Origin,
): Promise<TaskEntity[]> {
  const [createdBy, createdByName] = actorValues(by);
  const given = tasks.map((task, index): Given => {
    const { version } = task;
    const { id, parent } = itemAt(places, index);
    return {
      id,
      parent_id: parent?.parentId ?? null,
      parent_step_id: parent?.stepId ?? null,
      root_id: parent?.rootId ?? null,
      depth: parent?.depth ?? 0,
      project_id: projectId,
      version_id: version.versionId,
      agent_version_id: task.agentVersionId,
      lane: laneFor(version),
      pool: toPool([...version.definition.runs_on, ...version.needs]),
      task_type: version.metaTaskIdentifier,
      task_type_version: version.version,
      name: task.name.toWellFormed(),
      params: task.params,
      priority: task.priority,
      max_attempts: version.definition.max_attempts,
      slot_key: task.slotKey,
      created_by: createdBy,
      created_by_name: createdByName,
      rerun_of: rerunOf,
      draft: version.version < 0 || parent?.draft === true ? 1 : 0,
      asked_at: task.runAt,
      total_ms: computeTotalTimeoutMs(version),
    };
  });
  const rows = await transaction.queryPrepared<Timed>(...statement(database, given));
  const timed = new Map(rows.map((row) => [row.id, row]));
  return given.map(({ asked_at, total_ms, ...copied }) => {
    const times = timed.get(copied.id);
    if (times === undefined) throw new Error('a new task has no row');
    return { ...UNTOUCHED, ...copied, ...times };
  });
}

/** Given columns of a new row, with the types by which PostgreSQL reads them. */
const COPIED = {
  id: 'text',
  parent_id: 'text',
  parent_step_id: 'text',
  root_id: 'text',
  depth: 'integer',
  project_id: 'text',
  version_id: 'text',
  agent_version_id: 'text',
  lane: 'text',
  pool: 'text',
  task_type: 'text',
  task_type_version: 'integer',
  name: 'text',
  params: 'text',
  priority: 'integer',
  max_attempts: 'integer',
  slot_key: 'text',
  created_by: 'text',
  created_by_name: 'text',
  rerun_of: 'text',
  draft: 'integer',
} as const;
type Copied = Pick<TaskEntity, keyof typeof COPIED>;

/** Values of which its times are made: the earliest start, and the total limit, in ms. */
const ASKED = { asked_at: 'bigint', total_ms: 'bigint' } as const;
type Given = Copied & Record<keyof typeof ASKED, number | null>;
const GIVEN = Object.entries({ ...COPIED, ...ASKED }) as [keyof Given, string][];

/** Columns that the database computes from its clock and from other rows. */
type Timed = Pick<TaskEntity, 'id' | 'run_at' | 'deadline_at' | 'parked' | 'created_at'>;

/** All other columns, with the values of each new task. */
const UNTOUCHED: Omit<TaskEntity, keyof Copied | keyof Timed> = {
  extension: null,
  status: 'pending',
  progress: 0,
  current_phase: null,
  phase_since: null,
  result: null,
  result_summary: null,
  error_code: null,
  error_message: null,
  error_stack: null,
  peak_memory_bytes: null,
  cpu_ms: null,
  usage: null,
  attempt: 0,
  attempt_queued_at: null,
  attempt_started_at: null,
  attempt_worker: null,
  attempt_sandbox: null,
  attempt_waits: null,
  attempt_phases: null,
  failures: 0,
  crashes: 0,
  woken: 0,
  step_count: 0,
  wake_at: null,
  waits_together: 0,
  fence: 0,
  worker_id: null,
  lease_until: null,
  cancel_requested_at: null,
  started_at: null,
  finished_at: null,
  schedule_id: null,
  scheduled_for: null,
  cancelled_by: null,
  cancelled_by_name: null,
  retried_by: null,
  retried_by_name: null,
};

/** Entries of these columns whose value is not null. */
const SET = Object.entries(UNTOUCHED).filter(([, value]) => value !== null);

/** Columns that are given or equal in each new row, and SQL of their values. */
const COLUMNS = [...Object.keys(COPIED), ...SET.map(([name]) => name)].join(', ');
const VALUES = [
  ...Object.keys(COPIED).map((name) => `one.${name}`),
  ...SET.map(([, value]) => literal(value)),
].join(', ');
/** The list of given rows on PostgreSQL; on SQLite its names, and one row. */
const LIST = `(SELECT * FROM json_to_recordset(CAST(? AS json)) AS one(${GIVEN.map((column) => column.join(' ')).join(', ')}))`;
const NAMES = GIVEN.map(([name], index) => `column${index + 1} AS ${name}`).join(', ');
const ROW = `(${GIVEN.map(() => '?').join(', ')})`;

/** A task waits behind others of its key that wait for a slot, unless it is due only later. */
const PARKED = `CASE WHEN one.slot_key IS NULL OR asked_at IS NOT NULL THEN 0 ELSE
  (SELECT COUNT(*) FROM (SELECT 1 FROM tasks WHERE status = 'pending' AND parked = 1 AND slot_key = one.slot_key LIMIT 1) AS blocked) END`;

/** Returns the statement that inserts rows, with its values. */
function statement(
  { kind, now }: Database,
  given: readonly Given[],
): [sql: string, values: SqlValue[]] {
  const [list, values] = kind === 'postgres' ? listed(given) : bound(given);
  const runAt = `CASE WHEN asked_at > ${now} THEN asked_at ELSE ${now} END`;
  const sql = `INSERT INTO tasks (${COLUMNS}, run_at, deadline_at, parked, created_at)
    SELECT ${VALUES},
      ${runAt}, ${runAt} + total_ms, ${PARKED}, ${now}
    FROM ${list} AS one RETURNING id, run_at, deadline_at, parked, created_at`;
  return [sql, values];
}

/** Returns the rows as one value, so that PostgreSQL prepares one text for any number of rows. */
function listed(given: readonly Given[]): [list: string, values: SqlValue[]] {
  return [LIST, [JSON.stringify(given)]];
}

/** Returns a value for each column of each row: for SQLite, a JSON list would take more time than all else of a row. */
function bound(given: readonly Given[]): [list: string, values: SqlValue[]] {
  const rows = given.map(() => ROW).join(', ');
  const values = given.flatMap((one) => GIVEN.map(([name]) => one[name]));
  return [`(SELECT ${NAMES} FROM (VALUES ${rows}))`, values];
}

function literal(value: string | number | null): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** Tasks of agents have slots of their own. */
function laneFor({ definition }: RunnableVersion): Lane {
  return definition.execution_mode === 'agent' ? 'agent' : 'script';
}

/** Returns the total time limit of a task in ms; null without a limit. */
function computeTotalTimeoutMs({ definition }: RunnableVersion): number | null {
  const seconds = definition.total_timeout_seconds;
  return seconds === null ? null : seconds * 1000;
}
