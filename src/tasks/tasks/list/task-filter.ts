import type { Condition, Database, SqlValue } from '../../../platform/database/database.js';
import { buildLikePattern } from '../../../platform/database/has-text.js';
import { isNoDraft } from '../../../workflow/engine/state/drafts.js';
import type { TaskStatus } from '../../../workflow/engine/state/task-status.js';

/** The times by which lists are sorted, latest first. A list by `finished` has only ended tasks. */
export const TASK_ORDERS = ['created', 'finished'] as const;
export type TaskOrder = (typeof TASK_ORDERS)[number];

/** Selects tasks of a project. An omitted member selects any. */
export interface TaskFilter {
  ids?: readonly string[] | undefined;
  statuses?: readonly TaskStatus[] | undefined;
  /** Identifiers of meta-tasks. */
  metaTasks?: readonly string[] | undefined;
  /** Version of the only meta-task in `metaTasks`. */
  version?: number | undefined;
  errorCode?: string | undefined;
  /** Prefix of the name, case-sensitive. */
  namePrefix?: string | undefined;
  /** Part of the name, case-insensitive. */
  q?: string | undefined;
  /** User or API key that created them, as in `engine/state/actor.ts`. */
  createdBy?: string | undefined;
  /** Schedule or task that created them. */
  madeBySchedule?: string | undefined;
  madeByTask?: string | undefined;
  rerunOf?: string | undefined;
  scheduleId?: string | undefined;
  parentId?: string | undefined;
  /** True for tasks without a parent. */
  roots?: boolean | undefined;
  /** True for tasks whose results cite changed files and that have no rerun. */
  stale?: boolean | undefined;
  /** True for drafts. By default there are none, unless the tasks or their parent are named. */
  draft?: boolean | undefined;
  /** In ms, exclusive. */
  createdAfter?: number | undefined;
  /** In ms, exclusive. */
  createdBefore?: number | undefined;
}

/** A way to some tasks by one index. */
export interface Lead {
  /** Null = the primary key. */
  index: string | null;
  /** Conditions that each select some tasks; no task is in two branches. */
  branches: readonly Condition[];
  /** Conditions of the filter that all of these tasks meet. */
  covers: readonly Condition[];
  /** SQL: order of the tasks of each branch in the index. */
  order: string;
  /** True if the order is that of creation. */
  byCreation: boolean;
  /** True if the index contains names. */
  named: boolean;
  /** True if it never leads to many tasks. */
  few: boolean;
}

/** A filter as SQL. */
export interface Conditions {
  /** Condition on the project. */
  own: Condition;
  /** All others, except for a part of the name and the times. */
  all: readonly Condition[];
  /** Condition that they are not drafts, which every index can check. */
  saved: readonly Condition[];
  /** Conditions on the creation. */
  times: readonly Condition[];
  /** LIKE pattern of the name; null = any name. */
  pattern: string | null;
  /** The ways to the tasks, each by the index of other conditions, the usually narrowest first. */
  leads: readonly Lead[];
  /** The way to all tasks of the project. */
  project: Lead;
}

const NEWEST = 'created_at DESC, id DESC';
/** Statuses with an index by meta-task: a task is added to it when it ends, and most never are. */
const INDEXED_ENDS: readonly TaskStatus[] = ['failed', 'cancelled'];
/** Condition of that index, in the words of its migration. */
const INDEXED: Condition = { sql: "status IN ('failed', 'cancelled')", values: [] };

/** Returns the conjunction of conditions. */
export function combineConditions(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: '1 = 1', values: [] };
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

export function buildConditions(
  database: Pick<Database, 'kind'>,
  projectId: string,
  filter: TaskFilter,
): Conditions {
  const { kind } = database;
  const own = equal('project_id', projectId);
  const few = { order: 'id', few: true };
  const leads: Lead[] = [];
  const all: Condition[] = [];
  const add = (condition: Condition, lead?: Partial<Lead> & Pick<Lead, 'index'>): void => {
    all.push(condition);
    if (lead !== undefined) leads.push(leadBy(own, [condition], lead));
  };
  const { statuses, metaTasks, version, namePrefix, createdAfter, createdBefore } = filter;
  if (filter.ids !== undefined) {
    const ids = buildInCondition('id', filter.ids);
    all.push(ids);
    // Only the ids: with the project, another index might lead to all of its tasks.
    leads.push({ ...leadBy(own, [ids], { index: null, ...few }), branches: [ids] });
  }
  if (filter.stale === true) {
    const cites = citesStale(projectId);
    all.push(cites);
    leads.push({ ...leadBy(own, [cites], { index: null, ...few }), branches: [cites] });
  }
  if (filter.draft === true) add({ sql: 'draft = 1', values: [] }, { index: 'tasks_drafts' });
  if (filter.rerunOf !== undefined)
    add(equal('rerun_of', filter.rerunOf), { index: 'tasks_reruns' });
  if (filter.parentId !== undefined)
    add(equal('parent_id', filter.parentId), { index: 'tasks_children', ...few });
  if (filter.scheduleId !== undefined)
    add(equal('schedule_id', filter.scheduleId), { index: 'tasks_schedule' });
  if (filter.madeByTask !== undefined)
    add(equal('parent_id', filter.madeByTask), { index: 'tasks_children', ...few });
  if (filter.madeBySchedule !== undefined) {
    add(equal('schedule_id', filter.madeBySchedule), { index: 'tasks_schedule' });
    // A task of a schedule that a user ran by hand is the user's.
    add({ sql: 'created_by IS NULL', values: [] });
  }
  if (namePrefix !== undefined)
    add(beginsWith(kind, namePrefix), { index: 'tasks_name', order: selectNameColumn(kind) });
  if (filter.errorCode !== undefined)
    add(equal('error_code', filter.errorCode), { index: 'tasks_error' });
  if (filter.createdBy !== undefined)
    add(equal('created_by', filter.createdBy), { index: 'tasks_created_by' });
  const ofTypes = metaTasks === undefined ? [] : [buildInCondition('task_type', metaTasks)];
  const ofStatuses = statuses === undefined ? [] : [buildInCondition('status', statuses)];
  const ofVersion = version === undefined ? [] : [equal('task_type_version', version)];
  all.push(...ofTypes, ...ofStatuses, ...ofVersion);
  if (version !== undefined)
    leads.push(leadBy(own, [...ofTypes, ...ofVersion], { index: 'tasks_type_version' }));
  const haveOneIndex =
    metaTasks !== undefined && statuses?.every((status) => INDEXED_ENDS.includes(status)) === true;
  if (haveOneIndex)
    leads.push({
      ...leadBy(own, [...ofTypes, ...ofStatuses], { index: 'tasks_type_ends' }),
      branches: metaTasks.flatMap((type) =>
        statuses.map((status) =>
          combineConditions([own, equal('task_type', type), equal('status', status), INDEXED]),
        ),
      ),
    });
  if (metaTasks !== undefined && version === undefined)
    leads.push({
      ...leadBy(own, ofTypes, { index: 'tasks_project_type', named: true }),
      branches: metaTasks.map((type) => combineConditions([own, equal('task_type', type)])),
    });
  if (statuses !== undefined && !haveOneIndex)
    leads.push({
      ...leadBy(own, ofStatuses, { index: 'tasks_project_status' }),
      branches: statuses.map((status) => combineConditions([own, equal('status', status)])),
    });
  if (filter.roots === true) all.push({ sql: 'parent_id IS NULL', values: [] });
  const times = [
    ...(createdAfter === undefined ? [] : [{ sql: 'created_at > ?', values: [createdAfter] }]),
    ...(createdBefore === undefined ? [] : [{ sql: 'created_at < ?', values: [createdBefore] }]),
  ];
  // The first three name tasks, or the parent of some; a schedule makes no drafts.
  const { ids, parentId, madeByTask, scheduleId, madeBySchedule } = filter;
  const anyOrNone = [ids, parentId, madeByTask, scheduleId, madeBySchedule].some(
    (value) => value !== undefined,
  );
  return {
    own,
    all,
    saved: filter.draft === true || anyOrNone ? [] : [isNoDraft(database, projectId)],
    times,
    pattern: filter.q === undefined ? null : buildLikePattern(filter.q),
    leads,
    project: leadBy(own, [], { index: 'tasks_project_created', named: true }),
  };
}

function leadBy(
  own: Condition,
  covers: readonly Condition[],
  { index, order = NEWEST, named = false, few = false }: Partial<Lead> & Pick<Lead, 'index'>,
): Lead {
  return {
    index,
    branches: [combineConditions([own, ...covers])],
    covers,
    order,
    byCreation: order === NEWEST,
    named,
    few,
  };
}

/** Returns the condition of the index of stale citations. */
function citesStale(projectId: string): Condition {
  return {
    sql: `status = 'success' AND id IN (SELECT cited.task_id FROM citations cited WHERE cited.project_id = ? AND cited.stale IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM tasks again WHERE again.project_id = cited.project_id AND again.rerun_of = cited.task_id))`,
    values: [projectId],
  };
}

function equal(column: string, value: SqlValue): Condition {
  return { sql: `${column} = ?`, values: [value] };
}

function buildInCondition(column: string, values: readonly string[]): Condition {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return equal(column, only);
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, values };
}

/** Returns the column of the name as in its index, in the order of bytes. */
function selectNameColumn(kind: Database['kind']): string {
  return kind === 'postgres' ? 'name COLLATE "C"' : 'name';
}

/** Nothing sorts after the last of all characters. */
function beginsWith(kind: Database['kind'], prefix: string): Condition {
  const name = selectNameColumn(kind);
  return { sql: `${name} >= ? AND ${name} < ?`, values: [prefix, `${prefix}\u{10FFFF}`] };
}
