/** Options that select tasks. */
export interface TaskConditions {
  status?: string[];
  type?: string[];
  typeVersion?: number;
  error?: string;
  since?: string;
  until?: string;
  name?: string;
  query?: string;
  createdBy?: string;
  stale?: boolean;
}

/** Returns the given conditions under their names in the API, together with `more`, without undefined values. */
export function buildConditions(options: TaskConditions, more: object): Record<string, unknown> {
  const given = {
    status: options.status?.join(','),
    task_type: options.type?.join(','),
    version: options.typeVersion,
    error_code: options.error,
    created_after: options.since,
    created_before: options.until,
    name_prefix: options.name,
    q: options.query,
    created_by: options.createdBy,
    stale: options.stale,
    ...more,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
