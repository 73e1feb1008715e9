import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import { age } from '../support/old-tasks.js';
import { type Answer, type TestServer } from '../support/server.js';
import { loadNumber } from '../support/sql.js';
import {
  createMetaTask,
  createTask,
  readTask,
  type TaskDetail,
  type TaskSummary,
  TASKS,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

const TASK_TYPES = '/projects/default/task-types/';
const SAVED = `def run(params: dict, reporter):
    reporter.set_phase("Saved")
    return "saved"
`;
const CHANGED = `def run(params: dict, reporter):
    reporter.set_phase("Changed")
    if params.get("fail"):
        raise ValueError("as asked")
    return ["changed", params.get("n")]
`;
const DRAFTS_KEPT = 'SELECT COUNT(*) FROM task_type_versions WHERE version < 0';

type Draft = TaskDetail;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

function tried(
  place: string,
  body: object,
  options: Parameters<TestServer['call']>[2] = {},
): Promise<Answer<TaskSummary>> {
  return server.call('POST', `${TASK_TYPES}${place}`, { ...options, body });
}

async function draft(place: string, body: object): Promise<Draft> {
  const answer = await tried(place, body);
  if (answer.status !== 201) throw new Error(`no draft: ${answer.text}`);
  return (await taskWhen(server, answer.body.id)) as Draft;
}

async function refusal(place: string, body: object): Promise<string> {
  const { status, code, errors } = requireProblem(await tried(place, body));
  return `${status} ${code} ${errors?.[0]?.pointer ?? ''}`;
}

async function listed(query: string): Promise<string[]> {
  const { body } = await server.call<TaskSummary[]>('GET', `${TASKS}?${query}`);
  return body.map(({ id }) => id);
}

describe('a draft', () => {
  it('a draft runs an unsaved change and is left out of lists, statistics and versions', async () => {
    const identifier = await createMetaTask(server, 'python', SAVED, {
      name: 'Tried',
      max_attempts: 3,
      timeout_seconds: 300,
      concurrency_limit: 1,
      memory: { write: true },
    });
    const saved = await taskWhen(server, await createTask(server, identifier));
    const good = await draft(`${identifier}/try`, { script: CHANGED, params: { n: 1 } });
    expect(good).toMatchObject({
      status: 'success',
      result: ['changed', 1],
      task_type: identifier,
      draft: true,
      max_attempts: 1,
    });
    expect(good.task_type_version).toBeLessThan(0);
    expect(Date.parse(good.deadline_at ?? '') - Date.parse(good.created_at)).toBe(600_000);
    // Omitted fields are taken from the current version.
    const failed = await draft(`${identifier}/try`, { script: CHANGED, params: { fail: 1 } });
    expect(failed).toMatchObject({ status: 'failed', attempt: 1 });
    expect(failed.task_type_version).not.toBe(good.task_type_version);
    const same = await draft(`${identifier}/try`, {});
    expect(same.result).toBe('saved');

    const { body: versions } = await server.call<{ version: number }[]>(
      'GET',
      `${TASK_TYPES}${identifier}/versions`,
    );
    expect(versions.map(({ version }) => version)).toEqual([1]);
    expect((await server.call('GET', `${TASK_TYPES}${identifier}/versions/-1`)).status).toBe(404);
    const drafts = [same.id, failed.id, good.id];
    for (const query of [
      '',
      `task_type=${identifier}`,
      'status=failed',
      'order=finished',
      'q=tried',
    ])
      expect((await listed(query)).filter((id) => drafts.includes(id))).toEqual([]);
    expect(await listed(`task_type=${identifier}`)).toEqual([saved.id]);
    expect(await listed(`draft=true&task_type=${identifier}`)).toEqual(drafts);
    expect(await listed('draft=true&status=failed')).toEqual([failed.id]);
    // A search by id finds a draft like any other task.
    expect(await listed(`id=${good.id}`)).toEqual([good.id]);

    const external = '/external/v1/projects/default';
    const { body: now } = await server.call<{ failing: unknown[] }>('GET', `${external}/now`);
    expect(now.failing).toEqual([]);
    for (const only of ['', `&task_type=${identifier}`]) {
      const since = new Date(Date.now() - 3_600_000).toISOString();
      const { body: stats } = await server.call<{
        sampled: number;
        buckets: { failed: number; success: number }[];
      }>('GET', `${external}/stats?since=${since}${only}`);
      expect(stats.sampled).toBe(1);
      expect(stats.buckets.reduce((sum, bucket) => sum + bucket.success + bucket.failed, 0)).toBe(
        1,
      );
    }
    const { body: activity } = await server.call<{ activity: { spark: unknown[] } }[]>(
      'GET',
      `${TASK_TYPES}?fields=summary&with=activity&q=tried`,
    );
    expect(activity[0]?.activity.spark).toHaveLength(1);
  });

  it('a draft runs a meta-task that does not exist, with its children, and creates none', async () => {
    const child = await createMetaTask(server, 'python', SAVED, { name: 'Child of a draft' });
    const script = `def run(params: dict, reporter):
    return reporter.run_task("${child}", {})
`;
    const body = { name: 'Not there yet', script, script_language: 'python' };
    const made = await draft('try', body);
    expect(made).toMatchObject({
      status: 'success',
      result: 'saved',
      task_type: 'not-there-yet',
      task_type_version: -1,
      draft: true,
    });
    expect((await server.call('GET', `${TASK_TYPES}not-there-yet`)).status).toBe(404);
    expect(await listed(`task_type=${child}`)).toEqual([]);
    const [ofDraft = ''] = await listed(`parent_id=${made.id}`);
    expect((await readTask(server, ofDraft)).body).toMatchObject({ draft: true });
    // A new draft with an identifier that is taken belongs to that meta-task but inherits nothing from its current
    // version.
    const taken = await draft('try', { ...body, script: CHANGED, identifier: child });
    expect(taken).toMatchObject({ task_type: child, result: ['changed', null] });

    const headers = { 'idempotency-key': 'one-try' };
    const once = await tried('try', body, { headers });
    const again = await tried('try', body, { headers });
    expect([once.status, again.body.id]).toEqual([201, once.body.id]);
    const { status, code } = requireProblem(
      await tried('try', { ...body, name: 'Other' }, { headers }),
    );
    expect([status, code]).toEqual([422, 'idempotency_key_reused']);
    await taskWhen(server, once.body.id);
  });

  it('a draft that could not be saved or run is refused, and no draft can be retried', async () => {
    const identifier = await createMetaTask(server, 'python', SAVED, { name: 'Refused' });
    const schema = { type: 'object', required: ['n'] };
    expect(await refusal(`${identifier}/try`, { params_schema: schema })).toMatch(
      /^422 invalid_params \/params/,
    );
    expect(await refusal('nowhere/try', { script: CHANGED })).toMatch(/^404 not_found/);
    expect(await refusal('try', { script: CHANGED })).toBe('422 validation_failed /name');
    expect(await refusal('try', { name: 'Empty' })).toBe('422 task_type_without_script /script');
    expect(await refusal('try', { name: 'Broken', script: 'def run(' })).toBe(
      '422 invalid_script /script',
    );
    expect(
      await refusal('try', { name: 'Agent', script: 'Do it.', execution_mode: 'agent' }),
    ).toMatch(/^422 not_available \/execution_mode/);
    expect(await refusal(`${identifier}/try`, { timeout_seconds: 0 })).toBe(
      '422 validation_failed /timeout_seconds',
    );
    await server.call('POST', `${TASK_TYPES}${identifier}/archive`);
    expect(await refusal(`${identifier}/try`, {})).toBe('422 task_type_archived /task_type');

    const { body: looker } = await server.call<{ token: string }>('POST', '/auth/tokens', {
      body: { name: 'looks on', role: 'viewer' },
    });
    const body = { name: 'Mine', script: CHANGED };
    expect((await tried('try', body, { token: looker.token })).status).toBe(403);
    const { id } = await draft('try', { ...body, params: { fail: 1 } });
    for (const action of ['retry', 'rerun']) {
      const { status, code } = requireProblem(
        await server.call('POST', `${TASKS}/${id}/${action}`),
      );
      expect([status, code]).toEqual([409, 'draft_task']);
    }
  });

  it('simultaneous drafts have distinct version numbers and trigger no webhook', async () => {
    const identifier = await createMetaTask(server, 'python', CHANGED, { name: 'At once' });
    const hook = { url: 'https://example.com/hook', events: ['task.failed'] };
    const { body } = await server.call<{ id: string }>('POST', '/projects/default/webhooks', {
      body: hook,
    });
    const params = { fail: 1 };
    const drafts = await Promise.all(
      [1, 2, 3, 4].map(() => draft(`${identifier}/try`, { params })),
    );
    expect(new Set(drafts.map((one) => one.task_type_version)).size).toBe(4);
    const saved = await createTask(server, identifier, params);
    const deliveries = `/projects/default/webhooks/${body.id}/deliveries`;
    const notified = async (): Promise<string[]> =>
      (await server.call<{ task_id: string }[]>('GET', deliveries)).body.map((one) => one.task_id);
    await until('the webhook to have a delivery', async () => (await notified()).length > 0);
    expect(await notified()).toEqual([saved]);
    await server.call('DELETE', `/projects/default/webhooks/${body.id}`);
  });

  it('a draft is deleted after a day with its version, however long tasks are retained', async () => {
    await server.call('PATCH', '/projects/default/retention', { body: { tasks_days: 0 } });
    const identifier = await createMetaTask(server, 'python', SAVED, { name: 'Kept' });
    const saved = await createTask(server, identifier);
    const old = await draft(`${identifier}/try`, { script: CHANGED });
    const young = await draft(`${identifier}/try`, { script: CHANGED });
    const before = await loadNumber(server, DRAFTS_KEPT);
    for (const id of [(await taskWhen(server, saved)).id, old.id]) await age(server, id, 1.01);
    // A change of the retention starts the sweep.
    await server.call('PATCH', '/projects/default/retention', { body: { tasks_days: 0 } });
    await until('the old draft to be deleted', async () => {
      return (await readTask(server, old.id)).status === 404;
    });
    expect(await loadNumber(server, DRAFTS_KEPT)).toBe(before - 1);
    expect((await readTask(server, young.id)).status).toBe(200);
    expect((await readTask(server, saved)).status).toBe(200);
  });
});
