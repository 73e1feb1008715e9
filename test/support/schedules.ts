import { expect } from '@jest/globals';
import { loadRows, sent } from './http.js';
import type { TestServer } from './server.js';
import { sql } from './sql.js';
import { readTask, type TaskDetail, TASKS, type TaskSummary } from './tasks.js';
import { until } from './until.js';
import type { Wire } from './wire.js';

export const SCHEDULES = '/projects/default/schedules';

export type Schedule = Wire['ScheduleDetailDto'];

let made = 0;

/** Creates a schedule in project "default"; fails unless it is created. */
export function createSchedule(
  server: TestServer,
  identifier: string,
  more: Record<string, unknown>,
): Promise<Schedule> {
  made += 1;
  const body = { name: `Schedule ${made}`, task_type_identifier: identifier, ...more };
  return sent(server, 'POST', SCHEDULES, body);
}

export async function readSchedule(server: TestServer, id: string): Promise<Schedule> {
  return (await server.call<Schedule>('GET', `${SCHEDULES}/${id}`)).body;
}

/** Returns all tasks of a schedule, sorted by their tick. */
export async function loadScheduleTasks(server: TestServer, id: string): Promise<TaskDetail[]> {
  const tasks: TaskDetail[] = [];
  for (const task of await loadRows<TaskSummary>(server, `${TASKS}?schedule_id=${id}&limit=200`))
    tasks.push((await readTask(server, task.id)).body);
  return tasks.sort((one, other) =>
    (one.scheduled_for ?? '') < (other.scheduled_for ?? '') ? -1 : 1,
  );
}

/** Returns the ticks (ms) of the tasks of a schedule, oldest first. */
export async function loadTicks(server: TestServer, id: string): Promise<number[]> {
  const found = await sql<{ scheduled_for: number }>(
    server,
    `SELECT scheduled_for FROM tasks WHERE schedule_id = '${id}' AND scheduled_for IS NOT NULL
     ORDER BY scheduled_for`,
  );
  return found.map((row) => row.scheduled_for);
}

/** Creates schedules that tick every second. */
export async function everySecond(
  server: TestServer,
  noOp: string,
  count: number,
): Promise<Schedule[]> {
  const made: Schedule[] = [];
  for (let index = 0; index < count; index += 1)
    made.push(
      await createSchedule(server, noOp, { every_seconds: 1, overlap: 'allow', missed: 'all' }),
    );
  return made;
}

/** Pauses a schedule and checks that each of its ticks so far has exactly one task, which has succeeded. */
export async function expectEachTickOnce(on: TestServer, made: Schedule): Promise<number> {
  const { body } = await on.call<Schedule>('POST', `${SCHEDULES}/${made.id}/pause`);
  const first = Date.parse(made.next_at ?? '');
  const last = Date.parse(body.last_tick_at ?? '');
  const wanted = Array.from(
    { length: (last - first) / 1000 + 1 },
    (_, index) => first + index * 1000,
  );
  expect(await loadTicks(on, made.id)).toEqual(wanted);
  expect(body).toMatchObject({ skipped_ticks: 0, consecutive_failures: 0 });
  await until('all tasks to end', async () => {
    const found = await sql<{ status: string }>(
      on,
      `SELECT DISTINCT status FROM tasks WHERE schedule_id = '${made.id}'`,
    );
    return found.every(({ status }) => status === 'success');
  });
  return wanted.length;
}
