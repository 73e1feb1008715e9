import { isStatus, type Task, type TaskStatus } from './types.js';

/** Filter of the list of runs, which is part of the URL. */
export interface RunsFilter {
  /** One status, or several separated by commas. */
  status?: string;
  type?: string;
  /** Version of the meta-task in `type`. */
  version?: number;
  q?: string;
  /** Error code. */
  error?: string;
  /** Start of the creation time range. */
  since?: Since;
  /** End of the creation time range. */
  until?: string;
  schedule?: string;
  parent?: string;
  /** Creator, as a kind, a colon and an id. */
  by?: string;
  /** False to include the runs that scripts have started. */
  roots?: false;
  /** True to list only runs whose current phase takes far longer than usual. */
  slow?: true;
  /** True to list only runs whose results cite passages that have changed since. */
  stale?: true;
  /** True to list only drafts, which other lists omit. */
  drafts?: true;
  /** Time by which the runs are sorted. Default: the creation time. */
  order?: 'finished';
}

export const SPANS = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;
/** A span up to now, or a time in ISO 8601. */
export type Since = keyof typeof SPANS | (string & {});

/** Returns the statuses of a filter; empty if it does not filter by status. */
export function parseFilterStatuses({ status }: Pick<RunsFilter, 'status'>): TaskStatus[] {
  return status === undefined ? [] : status.split(',').filter(isStatus);
}

/** Returns the creator of a task in the format of {@link RunsFilter.by}; undefined if the creator is unknown. */
export function toMakerKey({ created_by: by }: Task): string | undefined {
  return by == null ? undefined : `${by.kind}:${by.id}`;
}

/** Returns a filter as API parameters, with spans resolved relative to `now`. */
export function toFilterConditions(filter: RunsFilter, now: number) {
  const { type, version, q, error, since, until, schedule, parent, by, roots } = filter;
  const statuses = parseFilterStatuses(filter);
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
    // Children of a run are never top-level runs.
    ...(roots !== false && parent === undefined && { roots: true }),
  };
}

/** Returns a filter as API parameters, including those that only lists accept. */
export function toRunsQuery(filter: RunsFilter, now: number) {
  return {
    ...toFilterConditions(filter, now),
    ...(filter.slow === true && { overdue: true }),
    ...(filter.drafts === true && { draft: true }),
    ...(filter.order !== undefined && { order: filter.order }),
  };
}

/** Returns the start time of a filter in ISO 8601. */
export function sinceTime(since: Since, now: number): string {
  const span = Object.entries(SPANS).find(([name]) => name === since)?.[1];
  return span === undefined ? since : new Date(now - span).toISOString();
}
