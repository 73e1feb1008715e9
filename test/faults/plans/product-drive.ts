import { createSchedule } from '../../support/schedules.js';
import type { TestServer } from '../../support/server.js';
import { createTask, createMetaTask, TASKS, taskWhen } from '../../support/tasks.js';
import { newWebhook } from '../../support/webhooks.js';

const FILES = '/external/v1/projects/default/files';
/** Time for which a stream is read, in ms. */
const LISTENED_MS = 500;

const EVERYTHING = `export async function run(params: { child?: boolean }, reporter) {
  reporter.setPhase('Working');
  console.log('a line');
  await reporter.step('one', () => 1);
  await reporter.files.write('/notes/' + reporter.task.id + '.md', '# Notes\\n\\nof a run');
  await reporter.files.list('/notes');
  await reporter.files.delete('/notes/' + reporter.task.id + '.md');
  return null;
}
`;
const PARENT = `export async function run(params: { child: string }, reporter) {
  await reporter.sleep(1.2);
  await reporter.runTask(params.child, {});
  return reporter.waitForEvent('go');
}
`;
const ASKS = `export async function run(params: unknown, reporter) {
  await reporter.askApproval('May I?');
}
`;
const FAILS = `export function run() {
  throw new Error('no');
}
`;

/** Ids of what the drive has created. */
export interface Made {
  /** Identifiers of meta-tasks. */
  everything: string;
  parent: string;
  asks: string;
  /** Ids of a finished task and of one that waits for an approval. */
  finished: string;
  asking: string;
  schedule: string;
  webhook: string;
}

/** Makes a server do a little of everything that creates rows. */
export async function driveOnce(server: TestServer): Promise<Made> {
  const type = (script: string, more = {}): Promise<string> =>
    createMetaTask(server, 'typescript', script, more);
  const everything = await type(EVERYTHING);
  const limited = await type(EVERYTHING, {
    concurrency_limit: 1,
    total_timeout_seconds: 600,
    max_attempts: 2,
  });
  const parent = await type(PARENT);
  const asks = await type(ASKS);
  const fails = await type(FAILS, { max_attempts: 2, retry_delay_seconds: 1 });
  const { id: webhook } = await newWebhook(server, 'http://127.0.0.1:9/none');
  const schedule = await createSchedule(server, everything, { every_seconds: 3600 });
  await server.call('POST', `/projects/default/schedules/${schedule.id}/run`);
  await server.call('PUT', `${FILES}/content`, {
    body: { path: '/notes/a.md', content: '# A title\n\nSome words to find.' },
  });
  await server.call('PUT', `${FILES}/content`, {
    body: { path: '/notes/a.md', content: '# Other' },
  });
  const finished = await createTask(server, everything);
  for (const id of [finished, await createTask(server, limited), await createTask(server, limited)])
    await taskWhen(server, id);
  await taskWhen(server, await createTask(server, fails));
  const asking = await createTask(server, asks);
  const family = await createTask(server, parent, { child: everything });
  for (const id of [asking, family])
    await taskWhen(server, id, (task) => task.status === 'waiting');
  await server.call('POST', `${TASKS}/${family}/events/go`, { body: { payload: 1 } });
  await taskWhen(server, family);
  return { everything, parent, asks, finished, asking, schedule: schedule.id, webhook };
}

interface Parameter {
  name: string;
  in: string;
  schema?: { enum?: unknown[]; type?: string };
}

type OpenApi = Record<string, Record<string, { parameters?: Parameter[] } | undefined>>;

/** Requests every path of the API, with each filter separately, and returns the paths that were answered with 5xx. */
export async function askForAll(server: TestServer, made: Made): Promise<string[]> {
  const { paths } = (await server.call<{ paths: OpenApi }>('GET', '/openapi.json')).body;
  const failed: string[] = [];
  const ask = async (path: string): Promise<void> => {
    const answer = await listen(server, path);
    if (answer >= 500 && answer !== 503) failed.push(`${answer} ${path}`);
  };
  const known: Record<string, string> = {
    project_id: 'default',
    task_id: made.finished,
    task_type: made.everything,
    schedule_id: made.schedule,
    webhook_id: made.webhook,
    version: '1',
    path: '/notes/a.md',
    q: 'words',
    parent_id: made.finished,
    created_after: '2020-01-01T00:00:00Z',
    created_before: '2099-01-01T00:00:00Z',
    cursor: '',
    limit: '5',
    offset: '50',
    level: 'warning',
    types: 'log',
    wait: '0',
    timeout: '0',
  };
  for (const [path, { get }] of Object.entries(paths)) {
    if (get === undefined) continue;
    const base = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? made.asking);
    const query = (get.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const needed = query.some(({ name }) => name === 'path') ? `path=${known['path']}` : '';
    await ask(`${base}?${needed}`);
    for (const { name, schema } of query) {
      const values = schema?.enum ?? [known[name] ?? (schema?.type === 'boolean' ? 'true' : '1')];
      for (const value of values)
        await ask(`${base}?${needed}&${name}=${encodeURIComponent(String(value))}`);
    }
  }
  const more = [
    `${TASKS}?status=failed&task_type=${made.asks}`,
    `${TASKS}?status=success&task_type=none`,
    ...['created', 'finished'].flatMap((order) =>
      [
        'status=failed,success',
        'status=failed&task_type=type-1,type-2,type-3',
        'task_type=type-1&version=1&limit=5',
        'task_type=type-1&version=1&status=failed',
        'error_code=timeout',
        'error_code=timeout&status=failed&task_type=type-1',
        'name_prefix=a',
        'name_prefix=in-no-name',
        'name_prefix=a&status=failed',
        'created_by=user:00000000-0000-7000-8000-000000000000',
        'created_by=user:00000000-0000-7000-8000-000000000000&status=success',
        `created_by=schedule:${made.schedule}&status=success`,
        `rerun_of=${made.finished}`,
        `id=${made.finished},${made.asking}&status=success`,
        'roots=true&fields=all',
        'status=success&limit=5&offset=50',
        'status=pending&fields=all',
        'overdue=true',
      ].map((query) => `${TASKS}?order=${order}&${query}`),
    ),
    `${TASKS}?schedule_id=${made.schedule}&limit=5`,
    `${TASKS}?parent_id=${made.finished}&limit=5`,
    `/external/v1/projects/default/events?task_type=none`,
    `/external/v1/projects/default/events?types=phase`,
    `${TASKS}?q=in-no-name`,
    `${TASKS}?q=in-no-name&task_type=type-3`,
    `${TASKS}?q=in-no-name&status=failed`,
    `${TASKS}/${made.asking}`,
    `${TASKS}/${made.asking}/logs`,
    `${TASKS}/${made.finished}/logs?after=1&level=warning`,
  ];
  for (const path of more) await ask(path);
  await listen(server, '/external/v1/projects/default/events?task_type=none', '0');
  await listen(server, '/external/v1/projects/default/events', '0');
  await listen(
    server,
    `/external/v1/projects/default/events?task_id=${made.finished},${made.asking}`,
    '0',
  );
  return failed;
}

/** Returns the status of an answer; a stream is read for a moment. */
async function listen(server: TestServer, path: string, lastEventId?: string): Promise<number> {
  const token = path.startsWith('/external/') ? server.apiKey : server.adminToken;
  const response = await fetch(`${server.url}${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  const { body } = response;
  if (body === null) return response.status;
  const over = setTimeout(() => void reader.cancel(), LISTENED_MS);
  const reader = body.getReader();
  try {
    while (!(await reader.read()).done);
  } finally {
    clearTimeout(over);
  }
  return response.status;
}
