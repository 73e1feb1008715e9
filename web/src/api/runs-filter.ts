import { isStatus, type Task, type TaskStatus } from './types.js';

/** The part of the list that is wanted; it is in the address of the page. */
export interface RunsFilter {
  /** A status, or several with commas. */
  status?: string;
  type?: string;
  /** The version of the meta-task, which `type` names. */
  version?: number;
  q?: string;
  /** The code of the error. */
  error?: string;
  /** Created since: a span of time until now, or a time. */
  since?: Since;
  /** Created before this time. */
  until?: string;
  schedule?: string;
  parent?: string;
  /** The one who has made them: a kind, a colon and an id. */
  by?: string;
  /** False has those too that scripts have asked for. */
  roots?: false;
  /** Only those whose phase takes far longer than it did before. */
  slow?: true;
  /** Only those whose results cite what files no longer say. */
  stale?: true;
  /** Only drafts, which no other list has. */
  drafts?: true;
  /** By which time they are ordered; the time of the creation without it. */
  order?: 'finished';
}

export const SPANS = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;
/** A span of time until now, or a time in ISO 8601. */
export type Since = keyof typeof SPANS | (string & {});

/** Returns the statuses that a filter lets pass; none where it lets all pass. */
export function statusesOf({ status }: Pick<RunsFilter, 'status'>): TaskStatus[] {
  return status === undefined ? [] : status.split(',').filter(isStatus);
}

/** Returns who has made a task as a filter names them; undefined where that is not known. */
export function makerOf({ created_by: by }: Task): string | undefined {
  return by == null ? undefined : `${by.kind}:${by.id}`;
}

/** Returns the conditions of a filter by the names of the API, with the times as they are now. */
export function conditionsOf(filter: RunsFilter, now: number) {
  const { type, version, q, error, since, until, schedule, parent, by, roots } = filter;
  const statuses = statusesOf(filter);
  const after = since === undefined ? undefined : sinceTime(since, now);
  return {
    ...(statuses.length > 0 && { status: statuses.join() }),
    ...(type !== undefined && { task_type: type }),
    ...(type !== undefined && version !== undefined && { version }),
    ...(q !== undefined && { q }),
    ...(error !== undefined && { error_code: error }),
    ...(after !== undefined && { created_after: after }),
    ...(until !== undefined && { created_before: until }),
    ...(schedule !== undefined && { schedule_id: schedule }),
    ...(parent !== undefined && { parent_id: parent }),
    ...(by !== undefined && { created_by: by }),
    ...(filter.stale === true && { stale: true }),
    // A list of the children of a run has no top level.
    ...(roots !== false && parent === undefined && { roots: true }),
  };
}

/** The same with what only a list has. */
export function queryOf(filter: RunsFilter, now: number) {
  return {
    ...conditionsOf(filter, now),
    ...(filter.slow === true && { overdue: true }),
    ...(filter.drafts === true && { draft: true }),
    ...(filter.order !== undefined && { order: filter.order }),
  };
}

/** Returns the time that a filter begins at, in ISO 8601. */
export function sinceTime(since: Since, now: number): string {
  const span = Object.entries(SPANS).find(([name]) => name === since)?.[1];
  return span === undefined ? since : new Date(now - span).toISOString();
}
