import type { TestServer } from './server.js';
import { sql } from './sql.js';
import { readTask, type TaskDetail, TASKS, type TaskSummary } from './tasks.js';

export const SCHEDULES = '/projects/default/schedules';

/** What the tests look at of a schedule. */
export interface Schedule {
  id: string;
  name: string;
  state: string;
  cron: string | null;
  every_seconds: number | null;
  at: string | null;
  time_zone: string;
  next_at: string | null;
  last_tick_at: string | null;
  paused_at: string | null;
  pause_reason: string | null;
  consecutive_failures: number;
  last_error: string | null;
  skipped_ticks: number;
  last_skip_reason: string | null;
  next_times: { utc: string; local: string }[];
  last_tasks: TaskSummary[];
}

export type ScheduledTask = TaskDetail & {
  schedule_id: string | null;
  scheduled_for: string | null;
};

let made = 0;

/** Creates a schedule in project "default"; fails unless it is created. */
export async function createSchedule(
  server: TestServer,
  identifier: string,
  more: Record<string, unknown>,
): Promise<Schedule> {
  made += 1;
  const body = { name: `Schedule ${made}`, task_type_identifier: identifier, ...more };
  const answer = await server.call<Schedule>('POST', SCHEDULES, { body });
  if (answer.status !== 201) throw new Error(`schedule not created: ${answer.text}`);
  return answer.body;
}

export async function readSchedule(server: TestServer, id: string): Promise<Schedule> {
  return (await server.call<Schedule>('GET', `${SCHEDULES}/${id}`)).body;
}

/** All tasks of a schedule, by the tick that they were made for. */
export async function tasksOf(server: TestServer, id: string): Promise<ScheduledTask[]> {
  const tasks: ScheduledTask[] = [];
  let path: string | null = `${TASKS}?schedule_id=${id}&limit=200`;
  while (path !== null) {
    const page: { body: TaskSummary[]; headers: Headers } = await server.call<TaskSummary[]>(
      'GET',
      path,
    );
    for (const task of page.body)
      tasks.push((await readTask(server, task.id)).body as ScheduledTask);
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
  }
  return tasks.sort((one, other) =>
    (one.scheduled_for ?? '') < (other.scheduled_for ?? '') ? -1 : 1,
  );
}

/** The ticks (ms) that the tasks of a schedule were made for, oldest first. */
export async function ticksOf(server: TestServer, id: string): Promise<number[]> {
  const found = await sql<{ scheduled_for: number }>(
    server,
    `SELECT scheduled_for FROM tasks WHERE schedule_id = '${id}' AND scheduled_for IS NOT NULL
     ORDER BY scheduled_for`,
  );
  return found.map((row) => row.scheduled_for);
}
