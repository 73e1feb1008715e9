import type { TaskStatus } from './types.js';

/** The part of the list that is wanted; it is in the address of the page. */
export interface RunsFilter {
  status?: TaskStatus;
  type?: string;
  q?: string;
  /** The code of the error. */
  error?: string;
  /** Created since: a span of time until now, or a time. */
  since?: Since;
  /** Created before this time. */
  until?: string;
  schedule?: string;
  parent?: string;
  /** False has those too that scripts have asked for. */
  roots?: false;
}

export const SPANS = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;
/** A span of time until now, or a time in ISO 8601. */
export type Since = keyof typeof SPANS | (string & {});

/** Returns a filter by the names of the API. */
export function queryOf(
  { status, type, q, error, since, until, schedule, parent, roots }: RunsFilter,
  now: number,
) {
  const after = since === undefined ? undefined : sinceTime(since, now);
  return {
    ...(status !== undefined && { status }),
    ...(type !== undefined && { task_type: type }),
    ...(q !== undefined && { q }),
    ...(error !== undefined && { error_code: error }),
    ...(after !== undefined && { created_after: after }),
    ...(until !== undefined && { created_before: until }),
    ...(schedule !== undefined && { schedule_id: schedule }),
    ...(parent !== undefined && { parent_id: parent }),
    // A list of the children of a run has no top level.
    ...(roots !== false && parent === undefined && { roots: true }),
  };
}

function sinceTime(since: Since, now: number): string {
  const span = Object.entries(SPANS).find(([name]) => name === since)?.[1];
  return span === undefined ? since : new Date(now - span).toISOString();
}
