/** A table whose rows belong to a task by the column `task_id`, the first column of an index. */
export interface TaskRows {
  /** Name of the rows in metrics and logs. */
  what: string;
  table: string;
  /** Column of a table without `task_id` that refers to a row of another table, which has a `task_id`. */
  through?: { column: string; table: string };
  /** SQL condition that selects some of the table's rows; by default all. */
  only?: string;
  /** Retention setting of these rows, in days; by default they are deleted with their task. */
  days?: 'events' | 'logs';
}

/** Tables with a column `task_id` whose rows are not deleted with the task. */
export const KEPT_APART: readonly string[] = [
  // Slots are released when the task ends.
  'concurrency_slots',
  'webhook_deliveries',
  'memory_sources',
  'bulk_items',
  'mcp_remote_tasks',
];

/**
 * All rows that are deleted with a task. A test checks that every table with a column `task_id` is here or in
 * {@link KEPT_APART}.
 */
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
