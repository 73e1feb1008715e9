import { answerOf, type components } from '@metarun/client';
import { printDone } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';
import { findTask } from '../../toolkit/find-task.js';
import { readJson } from '../../toolkit/api/read-json.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { reported } from '../../toolkit/report-wait.js';
import { shortId } from '../../toolkit/short-id.js';
import { getStatusFormat, getStatusMark } from '../../toolkit/status-mark.js';
import { style } from '../../toolkit/terminal.js';
import { reportEnd } from './follow.js';
import { stderr, stdout } from '../../toolkit/output.js';

type NewTasks = components['schemas']['CreateTasksDto']['tasks'];

const TASKS = '/external/v1/projects/{project_id}/tasks';
const TASK = `${TASKS}/{task_id}` as const;
const DOCS = 'cli-tasks.md';

export async function tree(reference: string, options: ApiOptions): Promise<void> {
  const { api, client, path } = await session(options);
  const params = { path: { ...path, task_id: await findTask(client, reference) } };
  const found = answerOf(await api.GET(`${TASK}/tree`, { params }));
  if (options.json) return printJson(found);
  for (const { id, depth, status, name, task_type: type, error_message: why } of found.tasks) {
    const painted = style(getStatusFormat(status), stdout)(`${getStatusMark(status)} ${status}`);
    const because = why === null ? '' : `: ${plainLine(why)}`;
    stdout.write(
      `${'  '.repeat(depth)}${painted}  ${plainLine(name)} (${plainLine(type)}) ${shortId(id)}${because}\n`,
    );
  }
  if (found.truncated) stderr.write('There are more: metarun tasks list --parent\n');
}

export async function wait(
  reference: string,
  options: ApiOptions & { timeout?: number },
): Promise<void> {
  const { client } = await session(options);
  const id = await findTask(client, reference);
  const ended = client.tasks.waitFor(id, {
    throwOnFailure: false,
    timeoutSeconds: options.timeout,
  });
  const end = await reported(`the end of the task ${shortId(id)}`, ended);
  reportEnd(end, options.json === true);
}

export async function send(
  reference: string,
  name: string,
  options: ApiOptions & { payload?: string },
): Promise<void> {
  const { api, client, path } = await session(options);
  const { payload } = options;
  const body = payload === undefined ? {} : { payload: await readJson(payload, '--payload', DOCS) };
  const task_id = await findTask(client, reference);
  const params = { path: { ...path, task_id, name } };
  const sent = answerOf(await api.POST(`${TASK}/events/{name}`, { params, body }));
  const what = sent.delivered ? 'the task has got it' : 'it is kept until the task waits for it';
  printDone(`${name} is sent; ${what}`, sent, options);
}

export async function batch(
  file: string,
  options: ApiOptions & { idempotencyKey?: string },
): Promise<void> {
  const { api, path } = await session(options);
  const { idempotencyKey } = options;
  // The server validates each task and reports the location of errors.
  const tasks = (await readJson(file, '<file>', DOCS)) as unknown as NewTasks;
  const header = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  const answer = await api.POST(`${TASKS}/batch`, { params: { path, header }, body: { tasks } });
  const made = answerOf(answer);
  if (options.json) return printJson({ tasks: made });
  for (const { id } of made) stdout.write(`${id}\n`);
}

export async function deleteDrafts(options: ApiOptions & { all?: boolean }): Promise<void> {
  const { api, path } = await session(options);
  const { all = false } = options;
  await confirmed(`Delete ${all ? 'all' : 'your'} drafts that have ended?`, options);
  const params = { path, query: { all } };
  const found = answerOf(await api.DELETE('/projects/{project_id}/drafts', { params }));
  printDone(`${found.deleted} drafts are deleted`, found, options);
}
