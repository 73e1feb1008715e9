/** A table whose rows belong to a task by their column `task_id`, which an index begins with. */
export interface TaskRows {
  /** Name of the rows in metrics and logs. */
  what: string;
  table: string;
  /** For a table without `task_id`: the column with the id of a row of this other table, which has one. */
  through?: { column: string; table: string };
  /** SQL condition that selects some of the table's rows; by default all. */
  only?: string;
  /** Setting of the project with the retention of these rows, in days; by default they are deleted with their task. */
  days?: 'events' | 'logs';
}

/** Tables with a column `task_id` that have a retention of their own. */
export const KEPT_APART: readonly string[] = [
  // Free by the time that its task has ended.
  'concurrency_slots',
  'webhook_deliveries',
  'memory_sources',
  'bulk_items',
  'mcp_remote_tasks',
];

/** Everything that is deleted with a task. A table with a column `task_id` has to be here: a test looks. */
export const TASK_ROWS: readonly TaskRows[] = [
  { what: 'logs', table: 'task_events', only: `type = 'log'`, days: 'logs' },
  { what: 'events', table: 'task_events', only: `type <> 'log'`, days: 'events' },
  {
    what: 'approval links',
    table: 'approval_links',
    through: { column: 'approval_id', table: 'approvals' },
  },
  { what: 'approvals', table: 'approvals' },
  { what: 'model calls', table: 'model_calls', days: 'events' },
  { what: 'steps', table: 'task_steps' },
  { what: 'MCP sessions', table: 'mcp_sessions' },
  { what: 'attempts', table: 'task_attempts' },
  { what: 'file uses', table: 'task_files' },
  { what: 'citations', table: 'citations' },
  { what: 'inbox', table: 'task_inbox' },
  { what: 'memory uses', table: 'memory_uses' },
  { what: 'memory jobs', table: 'memory_jobs' },
];
