import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, TestServer } from './server.js';

const FINISHED = ['success', 'failed', 'cancelled'];

/** Creates a meta-task in project "default" and gives its identifier; fails unless it is created. */
export async function createTaskType(
  server: TestServer,
  language: 'python' | 'typescript',
  script: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { name: `${language} test`, script, script_language: language, ...more };
  const answer = await server.call('POST', '/projects/default/task-types/', { body });
  if (answer.status !== 201) throw new Error(`meta-task not created: ${answer.text}`);
  return answer.body.identifier;
}

/** Creates a task and gives its id. */
export async function createTask(
  server: TestServer,
  identifier: string,
  params: Record<string, unknown> = {},
): Promise<string> {
  const body = { task_type_identifier: identifier, params };
  const answer = await server.call('POST', '/external/v1/projects/default/tasks', { body });
  if (answer.status !== 201) throw new Error(`task not created: ${answer.text}`);
  return answer.body.id;
}

export function readTask(server: TestServer, id: string): Promise<Answer> {
  return server.call('GET', `/external/v1/projects/default/tasks/${id}`);
}

/** The detail of a task once `when` holds for it, by default once it has finished. */
export async function taskWhen(
  server: TestServer,
  id: string,
  when: (task: any) => boolean = (task) => FINISHED.includes(task.status),
  timeoutMs = 20_000,
): Promise<any> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const { body } = await readTask(server, id);
    if (when(body)) return body;
    if (Date.now() > until) throw new Error(`waited too long for task ${JSON.stringify(body)}`);
    await delay(15);
  }
}

/** Runs a script as a task of its own and gives the finished task's detail. */
export async function runScript(
  server: TestServer,
  language: 'python' | 'typescript',
  script: string,
  options: { params?: Record<string, unknown>; taskType?: Record<string, unknown> } = {},
): Promise<any> {
  const identifier = await createTaskType(server, language, script, options.taskType);
  return taskWhen(server, await createTask(server, identifier, options.params));
}

/** All log lines of a task. */
export async function logsOf(server: TestServer, id: string): Promise<any[]> {
  const { body } = await server.call('GET', `/external/v1/projects/default/tasks/${id}/logs?limit=1000`);
  return body;
}
