const PENDING = 'The task was cancelled before it ran.';
const WAITING = 'The task was cancelled while it waited.';
const CANCELLED = `CASE WHEN status = 'waiting' THEN '${WAITING}' ELSE '${PENDING}' END`;

/**
 * What an UPDATE of tasks that have not ended sets to cancel them: at once what does not run yet, while a running
 * one is only marked. `message` is SQL. One statement: between two a task could pass from the one's state into the other's.
 */
export function cancelling(now: string, message = CANCELLED): string {
  const ends = (value: string, column: string): string =>
    `${column} = CASE WHEN status = 'running' THEN ${column} ELSE ${value} END`;
  return `cancel_requested_at = COALESCE(cancel_requested_at, ${now}),
    ${ends("'cancelled'", 'status')}, ${ends("'cancelled'", 'error_code')},
    ${ends(message, 'error_message')},
    ${ends('NULL', 'error_stack')}, ${ends(now, 'finished_at')}`;
}
