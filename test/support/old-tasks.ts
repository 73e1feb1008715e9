import type { TestServer } from './server.js';
import { loadNumber, sql } from './sql.js';

const DAY_MS = 24 * 60 * 60 * 1000;
export const EVENTS_EACH = 5;

/** Moves all times of a task and its events back by `days`. */
export async function age(server: TestServer, id: string, days: number): Promise<void> {
  const ms = days * DAY_MS;
  const times = ['created_at', 'run_at', 'started_at', 'finished_at'];
  const older = times.map((time) => `${time} = ${time} - ${ms}`).join(', ');
  await sql(server, `UPDATE tasks SET ${older} WHERE id = '${id}'`);
  await sql(
    server,
    `UPDATE task_events SET created_at = created_at - ${ms} WHERE task_id = '${id}'`,
  );
}

/**
 * Copies a finished task `count` times, as if it had ended `days` ago. Each copy has five events, three of them log
 * lines.
 */
export async function oldCopies(
  server: TestServer,
  id: string,
  count: number,
  days: number,
): Promise<void> {
  const numbers = `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count})`;
  const copy = `'00000000-0000-7000-8000-' || CAST(100000000000 + n AS text)`;
  const then = `${Date.now() - days * DAY_MS} + n`;
  const last = await loadNumber(server, 'SELECT MAX(seq) FROM event_counters');
  await sql(
    server,
    `${numbers} INSERT INTO tasks (id, project_id, version_id, task_type, task_type_version, name, status,
       progress, params, result, attempt, crashes, fence, priority, run_at, created_at, started_at, finished_at)
     SELECT ${copy}, project_id, version_id, task_type, task_type_version, name, status, progress, params,
       result, attempt, crashes, fence, priority, ${then}, ${then}, ${then}, ${then}
     FROM c CROSS JOIN tasks WHERE id = '${id}'`,
  );
  await sql(
    server,
    `${numbers}, e (k, type, level) AS (SELECT 0, 'status', NULL UNION ALL SELECT 1, 'log', 'info'
       UNION ALL SELECT 2, 'log', 'info' UNION ALL SELECT 3, 'log', 'info' UNION ALL SELECT 4, 'status', NULL)
     INSERT INTO task_events (project_id, seq, task_id, attempt, type, level, data, created_at)
     SELECT t.project_id, ${last} + n * ${EVENTS_EACH} + k, ${copy}, 1, e.type, e.level,
       '{"status":"success","text":"a line of log"}', ${then}
     FROM c CROSS JOIN e CROSS JOIN tasks t WHERE t.id = '${id}'`,
  );
  await sql(
    server,
    `UPDATE event_counters SET seq = seq + ${(count + 2) * EVENTS_EACH}
     WHERE project_id = (SELECT project_id FROM tasks WHERE id = '${id}')`,
  );
}
