import { beforeAll, expect, it } from '@jest/globals';
import { candidate, jobsDone, proposes } from '../support/extraction.js';
import { withBody } from '../support/inline-script.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { ScriptedModel } from '../support/scripted-model.js';
import type { TestServer } from '../support/server.js';
import { sql } from '../support/sql.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import type { Wire } from '../support/wire.js';

const MEMORIES = '/external/v1/projects/default/memories';
const JOBS = `${MEMORIES}/jobs`;

type Job = Wire['MemoryJobDto'];

const agents = scriptedAgents();
let model: ScriptedModel;
let server: TestServer;

beforeAll(async () => {
  ({ server, model } = await agents.start());
});

const metaTask = (): Promise<string> =>
  createMetaTask(server, 'typescript', withBody('typescript', 'return "done";'), {
    extract_memory: true,
  });
async function run(identifier: string, params: Record<string, unknown>): Promise<string> {
  const id = await createTask(server, identifier, params);
  await taskWhen(server, id);
  return id;
}

it('a failed job is listed with its reason, counted, and retried on request', async () => {
  agents.say = () => 'no list';
  const id = await run(await metaTask(), { note: 'Snow falls in Oslo' });
  const retry = (task: string, project = 'default') =>
    server.call<Job>('POST', `${JOBS.replace('default', project)}/${task}/retry`);
  const job = (where: (found: Job) => boolean): Promise<Job | undefined> =>
    until('the job', async () => {
      const { body } = await server.call<Job[]>('GET', JOBS);
      return body.find((one) => one.task_id === id && where(one));
    });
  const waiting = await job(({ error }) => error !== null);
  expect(waiting).toMatchObject({ state: 'pending', attempts: 1, finished_at: null });
  expect(waiting?.error).toContain('gave no list of memories');
  expect(Date.parse(waiting?.next_attempt_at ?? '')).toBeGreaterThan(Date.now());
  // The job looks as if it had three more attempts.
  await sql(server, `UPDATE memory_jobs SET attempts = 4 WHERE task_id = '${id}'`);
  expect(await retry(id)).toMatchObject({ status: 202, body: { task_id: id, state: 'pending' } });
  const failed = await job(({ state }) => state === 'failed');
  expect(failed).toMatchObject({ attempts: 5, next_attempt_at: null });
  expect(failed?.finished_at).not.toBeNull();
  const { body: listed } = await server.call<Job[]>('GET', `${JOBS}?state=failed`);
  expect(listed.map(({ task_id }) => task_id)).toEqual([id]);
  const { body: stats } = await server.call('GET', `${MEMORIES}/stats`);
  expect(stats).toMatchObject({ jobs: { pending: 0, failed: 1 } });
  agents.say = () => proposes(candidate('Snow falls in Oslo all May', 'Snow falls in Oslo'));
  expect((await retry(id)).status).toBe(202);
  expect(await job(({ state }) => state === 'done')).toMatchObject({
    attempts: 6,
    error: null,
    candidates: 1,
    admitted: 1,
    refused: 0,
  });
  const { body: found } = await server.call<{ text: string }[]>('GET', MEMORIES);
  expect(found.map(({ text }) => text)).toEqual(['Snow falls in Oslo all May']);
  expect(await retry(id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const none = '0190f3a0-0000-7000-8000-000000000000';
  expect(await retry(none)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

it('jobs are listed by pages, newest task first, for one project alone', async () => {
  agents.say = () => proposes();
  const identifier = await metaTask();
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.unshift(await run(identifier, { n }));
  await jobsDone(server);
  const first = await server.call<Job[]>('GET', `${JOBS}?state=done&limit=2`);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await server.call<Job[]>('GET', next);
  const pages = [...first.body, ...second.body].map(({ task_id }) => task_id);
  expect(pages.slice(0, 3)).toEqual(ids);
  await server.call('POST', '/projects', { body: { name: 'Other', slug: 'other' } });
  const other = JOBS.replace('default', 'other');
  const token = server.adminToken;
  expect((await server.call('GET', other, { token })).body).toEqual([]);
  const elsewhere = await server.call('POST', `${other}/${ids[0]}/retry`, { token });
  expect(elsewhere).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await server.call('GET', `${JOBS}?state=lost`)).status).toBe(422);
});

it('a job that is under way cannot be retried', async () => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  agents.say = () => held.then(() => proposes());
  const asked = model.requests.length;
  const id = await run(await metaTask(), { note: 'Ice melts in June' });
  await until('a request', () => model.requests.length > asked);
  const refused = await server.call('POST', `${JOBS}/${id}/retry`);
  answer();
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await jobsDone(server);
});
