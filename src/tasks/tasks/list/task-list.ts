import type { Condition, Database } from '../../../platform/database/database.js';
import { hasText } from '../../../platform/database/has-text.js';
import { indexed } from '../../../platform/database/indexed.js';
import { LISTED_COLUMNS, type ListedRow, type ListedTask, toListedTask } from '../views/task.js';
import type { TaskCursor } from './task-cursor.js';
import {
  combineConditions,
  type Conditions,
  buildConditions,
  type Lead,
  type TaskFilter,
  type TaskOrder,
} from './task-filter.js';

/** A part of a list, latest first. */
export interface TaskPage {
  order?: TaskOrder;
  /** Place after which it begins. */
  cursor?: TaskCursor | undefined;
  limit: number;
  offset: number;
}

const COLUMNS = LISTED_COLUMNS.join(', ');
const ENDED: Condition = { sql: 'finished_at IS NOT NULL', values: [] };
const TIMES = { created: 'created_at', finished: 'finished_at' } as const;
/** Number of tasks up to which all are read and sorted; about 3 ms of work. */
const FEW = 2_000;
/** Number of tasks that one statement examines: few at first, since most searches end soon; then about 3 ms of work. */
const FIRST_CHUNK = 200;
const CHUNK_GROWTH = 4;
const MAX_CHUNK = 2_000;

/**
 * Lists tasks of a project, latest first. If an index leads to a few tasks, these are read, whatever the other
 * conditions and the order. Otherwise an index in the order of the list is followed until the page is full.
 */
export async function listTasks(
  database: Database,
  projectId: string,
  filter: TaskFilter,
  page: TaskPage,
): Promise<ListedTask[]> {
  const conditions = buildConditions(database, projectId, filter);
  const few = await fewest(database, conditions, page.order ?? 'created');
  const rows =
    few === null
      ? await follow(database, projectId, conditions, page)
      : await readAll(database, few, conditions, page);
  return rows.map(toListedTask);
}

/**
 * Returns the lead to the fewest tasks if they are few; null if the index in the order of the list is to be followed.
 */
async function fewest(
  database: Database,
  { leads, project, all, saved, times, pattern }: Conditions,
  order: TaskOrder,
): Promise<Lead | null> {
  // The times alone may also make the index of the project lead to few tasks.
  const ways = order === 'finished' && times.length > 0 ? [...leads, project] : leads;
  const [first] = ways;
  if (first === undefined) return null;
  // This one index covers everything, in the order of the list.
  const isAll = all.every((each) => first.covers.includes(each));
  if (order === 'created' && first.byCreation && pattern === null && isAll) return null;
  let best: { lead: Lead; count: number } | null = null;
  for (const lead of ways) {
    if (lead.few) return lead;
    const { sql, values } = selected(
      database,
      lead,
      [...(lead.byCreation ? times : []), ...saved],
      FEW + 1,
    );
    const [found] = await database.query<{ count: number }>(
      `SELECT COUNT(*) AS count FROM (${sql} LIMIT ${FEW + 1}) AS found`,
      values,
    );
    const count = Number(found?.count ?? 0);
    if (count <= FEW && (best === null || count < best.count)) best = { lead, count };
  }
  return best?.lead ?? null;
}

/** Reads all tasks of a lead, and sorts the selected ones. */
function readAll(
  database: Database,
  lead: Lead,
  { own, all, saved, times, pattern }: Conditions,
  { order = 'created', cursor, limit, offset }: TaskPage,
): Promise<ListedRow[]> {
  const time = TIMES[order];
  // The limit shows PostgreSQL that they are few; some may have been added since the count.
  const most = lead.few ? undefined : 2 * FEW;
  const range = [...(lead.byCreation ? times : []), ...saved];
  const few = selected(database, lead, range, most);
  const matches = combineConditions([
    own,
    ...all,
    ...times,
    ...(pattern === null ? [] : [contains('name', pattern)]),
    ...(order === 'finished' ? [ENDED] : []),
    ...after(time, cursor),
  ]);
  return database.query<ListedRow>(
    `SELECT ${COLUMNS} FROM (${few.sql}) AS found ${withRow(database)} AND ${matches.sql}
     ORDER BY ${time} DESC, id DESC LIMIT ? OFFSET ?`,
    [...few.values, ...matches.values, limit, offset],
  );
}

/** An index that is followed in the order of the list. */
interface Walk {
  database: Database;
  lead: Lead;
  /** Conditions on the index besides those of the lead. */
  range: readonly Condition[];
  /** Column of the order. */
  time: string;
}

/**
 * Follows the index in the order of the list. Other conditions are checked a chunk at a time, so that other requests do
 * not wait. A part of the name is searched in the index alone if that contains names.
 */
async function follow(
  database: Database,
  projectId: string,
  { all, saved, times, pattern, leads, project }: Conditions,
  { order = 'created', cursor, limit, offset }: TaskPage,
): Promise<ListedRow[]> {
  const byCreation = order === 'created';
  const lead = byCreation
    ? (leads.find((each) => each.byCreation && (each.named || pattern === null)) ?? project)
    : { ...project, index: 'tasks_finished' };
  const range = [...(byCreation ? times : [ENDED]), ...saved];
  const walk: Walk = { database, lead, range, time: TIMES[order] };
  const known = new Set([...lead.covers, ...walk.range]);
  const rest = [...all, ...times].filter((each) => !known.has(each));
  if (rest.length === 0 && pattern === null)
    return loadRows(database, buildChunkQuery(walk, cursor, limit, offset), [], limit);
  const named = pattern === null ? [] : [contains('found_name', pattern)];
  const found: ListedRow[] = [];
  let place = cursor;
  for (let size = FIRST_CHUNK; ; size = Math.min(MAX_CHUNK, size * CHUNK_GROWTH)) {
    const last = await database.inTurn(projectId, async () => {
      const chunk = buildChunkQuery(walk, place, size, 0, pattern !== null);
      const left = offset + limit - found.length;
      found.push(...(await loadRows(database, chunk, [...named, ...rest], left)));
      if (found.length === offset + limit) return undefined;
      const end = buildChunkQuery(walk, place, 1, size - 1);
      const [row] = await database.query<{ found_id: string; found_at: number }>(
        end.sql,
        end.values,
      );
      return row;
    });
    if (last === undefined) break;
    place = { at: last.found_at, id: last.found_id };
  }
  return found.slice(offset);
}

/** Reads at most `most` tasks of a chunk that meet `conditions`. */
function loadRows(
  database: Database,
  chunk: Condition,
  conditions: readonly Condition[],
  most: number,
): Promise<ListedRow[]> {
  const matches = combineConditions(conditions);
  return database.query<ListedRow>(
    `SELECT ${COLUMNS} FROM (${chunk.sql}) AS found ${withRow(database)} AND ${matches.sql}
     ORDER BY found_at DESC, found_id DESC LIMIT ?`,
    [...chunk.values, ...matches.values, most],
  );
}

/**
 * Returns the SQL of the places of the next `limit` tasks after `place`, skipping `offset`. Its limit keeps the
 * databases from choosing another index.
 */
function buildChunkQuery(
  { database, lead, range, time }: Walk,
  place: TaskCursor | undefined,
  limit: number,
  offset: number,
  named = false,
): Condition {
  const columns = `id AS found_id, ${time} AS found_at${named ? ', name AS found_name' : ''}`;
  const latest = 'ORDER BY found_at DESC, found_id DESC LIMIT ?';
  const parts = lead.branches.map((branch) => {
    const { sql, values } = combineConditions([branch, ...range, ...after(time, place)]);
    return { sql: `SELECT ${columns} FROM ${by(database, lead)} WHERE ${sql}`, values };
  });
  const [only] = parts;
  if (parts.length === 1 && only !== undefined)
    return { sql: `${only.sql} ${latest} OFFSET ?`, values: [...only.values, limit, offset] };
  const each = parts.map(({ sql }, at) => `SELECT * FROM (${sql} ${latest}) AS part${at}`);
  return {
    sql: `SELECT * FROM (${each.join(' UNION ALL ')}) AS parts ${latest} OFFSET ?`,
    values: [...parts.flatMap(({ values }) => [...values, offset + limit]), limit, offset],
  };
}

/** Returns the SQL of the ids of a lead's tasks, at most `most` per branch. */
function selected(
  database: Database,
  lead: Lead,
  range: readonly Condition[],
  most?: number,
): Condition {
  const parts = lead.branches.map((branch) => combineConditions([branch, ...range]));
  const limit = most === undefined ? '' : ` LIMIT ${most}`;
  // In the order of the index, without which PostgreSQL would read the table if it expects to find enough tasks soon.
  const order = most === undefined ? '' : ` ORDER BY ${lead.order}`;
  const each = parts.map(
    ({ sql }, at) =>
      `SELECT * FROM (SELECT id AS found_id FROM ${by(database, lead)} WHERE ${sql}${order}${limit}) AS part${at}`,
  );
  return { sql: each.join(' UNION ALL '), values: parts.flatMap(({ values }) => values) };
}

/**
 * Returns the SQL that joins each found id with the row of its task by the primary key. PostgreSQL looks into a
 * subquery without an OFFSET, and then chooses another index, or reads the whole table.
 */
function withRow({ kind }: Database): string {
  return kind === 'postgres'
    ? 'CROSS JOIN LATERAL (SELECT * FROM tasks WHERE id = found_id OFFSET 0) AS task WHERE true'
    : 'CROSS JOIN tasks WHERE id = found_id';
}

function by(database: Database, { index }: Lead): string {
  return index === null ? 'tasks' : indexed(database, 'tasks', index);
}

function contains(column: string, pattern: string): Condition {
  return { sql: hasText(column), values: [pattern] };
}

function after(time: string, place: TaskCursor | undefined): Condition[] {
  if (place === undefined) return [];
  return [{ sql: `(${time}, id) < (?, ?)`, values: [place.at, place.id] }];
}
