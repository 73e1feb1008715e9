import { loadRows, sent } from './http.js';
import { newMetaTask } from './meta-tasks.js';
import type { Language } from './scripts.js';
import type { Answer, TestServer } from './server.js';
import { beforeNextPoll } from './until.js';
import type { Wire } from './wire.js';

export const TASKS = '/external/v1/projects/default/tasks';

/** The ten fields of a task in the answers of create and list, sorted. */
export const TASK_FIELDS =
  'created_at current_phase error_message finished_at id name progress started_at status task_type'.split(
    ' ',
  );
const FINISHED = ['success', 'failed', 'cancelled'];

export type TaskSummary = Wire['ListedTaskDto'];

export type TaskDetail = Wire['TaskDetailDto'];

export type LogLine = Wire['LogLineDto'];

/** Creates a meta-task in project "default" and returns its identifier; fails unless it is created. */
export async function createMetaTask(
  server: TestServer,
  language: Language,
  script: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { name: `${language} test`, script, script_language: language, ...more };
  return (await newMetaTask(server, body)).identifier;
}

/** Creates a task and returns its id. */
export async function createTask(
  server: TestServer,
  identifier: string,
  params: Record<string, unknown> = {},
): Promise<string> {
  const body = { task_type_identifier: identifier, params };
  return (await sent<TaskSummary>(server, 'POST', TASKS, body)).id;
}

/** Creates `count` tasks, twenty at a time, and returns their ids. */
export async function createTasks(
  server: TestServer,
  identifiers: readonly string[],
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  const next = async (): Promise<void> => {
    while (ids.length < count) {
      const index = ids.push('') - 1;
      ids[index] = await createTask(server, identifiers[index % identifiers.length] ?? '', {
        index,
      });
    }
  };
  await Promise.all(Array.from({ length: 20 }, next));
  return ids;
}

export function readTask(server: TestServer, id: string): Promise<Answer<TaskDetail>> {
  return server.call('GET', `${TASKS}/${id}`);
}

function hasFinished(task: TaskDetail): boolean {
  return FINISHED.includes(task.status);
}

/**
 * Returns the detail of a task once it has finished, or after 10 s, or at once if the server refuses more waiting
 * requests.
 */
async function waitForTask(server: TestServer, id: string): Promise<Answer<TaskDetail>> {
  const path = `${TASKS}/${id}/wait?timeout=10`;
  const answer = await server.call<TaskDetail>('POST', path);
  return answer.status === 200 || answer.status === 202 ? answer : readTask(server, id);
}

/** Returns the detail of a task once `when` holds for it, by default once it has finished. */
export async function taskWhen(
  server: TestServer,
  id: string,
  when: (task: TaskDetail) => boolean = hasFinished,
  timeoutMs = 240_000,
): Promise<TaskDetail> {
  const start = Date.now();
  for (;;) {
    const { body } = await (when === hasFinished ? waitForTask(server, id) : readTask(server, id));
    if (when(body)) return body;
    if (Date.now() - start > timeoutMs)
      throw new Error(`waited too long for task ${JSON.stringify(body)}`);
    await beforeNextPoll(start);
  }
}

/** Runs a script as a task and returns the detail of the finished task. */
export async function runScript(
  server: TestServer,
  language: Language,
  script: string,
  options: { params?: Record<string, unknown>; metaTask?: Record<string, unknown> } = {},
): Promise<TaskDetail> {
  const identifier = await createMetaTask(server, language, script, options.metaTask);
  return taskWhen(server, await createTask(server, identifier, options.params));
}

/** Returns all log lines of a task, oldest first. */
export async function loadLogs(server: TestServer, id: string): Promise<LogLine[]> {
  return loadRows<LogLine>(server, `${TASKS}/${id}/logs?limit=1000`);
}
