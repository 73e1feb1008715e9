import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createAgentTask } from '../support/agents.js';
import { withBody } from '../support/inline-script.js';
import { calls, inTurn, says } from '../support/models/chat-answers.js';
import {
  type FaultyProvider,
  startFaultyProvider,
  status,
} from '../support/models/faulty-provider.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const USAGE = '/projects/default/model-usage';
const BUDGET = '/projects/default/model-budget';

let provider: FaultyProvider;
let server: ServerProcess;
let folder: string;

interface Used {
  usage: Record<string, number | null> | null;
  model: string | null;
}

interface Report {
  from: string;
  to: string;
  groups: { group: string | null; model_calls: number; input_tokens: number }[];
}

beforeAll(async () => {
  provider = await startFaultyProvider();
  folder = mkdtempSync(join(tmpdir(), 'metarun-usage-'));
  const file = join(folder, 'providers.yaml');
  const limits = { context_tokens: 10_000, max_output_tokens: 1_000 };
  const models = [
    { name: 'm', model: 'local', ...limits, prices: { input: 100, output: 200 } },
    { name: 'free', model: 'local', ...limits },
  ];
  const house = {
    name: 'house',
    kind: 'openai_compatible',
    base_url: `${provider.url}/v1`,
    models,
  };
  writeFileSync(file, JSON.stringify({ providers: [house] }));
  server = await startServerProcess({
    METARUN_MODEL_PROVIDERS: file,
    METARUN_DEFAULT_MODEL: 'house/m',
  });
});
afterAll(async () => {
  await server.stop();
  await provider.close();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  provider.behaviour = null;
  const body = { model_budget_usd_month: null, model_budget_tokens_month: null };
  await server.call('PATCH', BUDGET, { body });
});

const ASKS = withBody(
  'typescript',
  `let text = '';
for (let i = 0; i < (params.times ?? 1); i += 1) text += (await reporter.ai.generate('hello', { model: params.model })).text;
return text;`,
);

const detail = async (id: string): Promise<Used> =>
  (await server.call<Used>('GET', `${TASKS}/${id}`)).body;

async function asked(params: Record<string, unknown> = {}) {
  const identifier = await createMetaTask(server, 'typescript', ASKS);
  const task = await taskWhen(server, await createTask(server, identifier, params));
  return { identifier, task };
}

const report = async (query = ''): Promise<Report> =>
  (await server.call<Report>('GET', `${USAGE}${query}`)).body;

const budget = (body: object) => server.call('PATCH', BUDGET, { body });

describe('a task', () => {
  it('a task shows its model usage and the model that it asked last', async () => {
    provider.behaviour = says('a');
    const { task } = await asked({ times: 2 });
    // A request has 10 tokens and an answer 5.
    expect(await detail(task.id)).toMatchObject({
      model: 'house/m',
      usage: {
        model_calls: 2,
        tool_calls: 0,
        input_tokens: 20,
        cached_tokens: 0,
        output_tokens: 10,
        cost_usd: 0.004,
        lost_calls: 0,
      },
    });
    expect((await detail((await asked({ model: 'house/free' })).task.id)).usage).toMatchObject({
      cost_usd: null,
    });
  });

  it('a task that asks no model shows no usage', async () => {
    const identifier = await createMetaTask(
      server,
      'typescript',
      withBody('typescript', 'return 1'),
    );
    const { id } = await taskWhen(server, await createTask(server, identifier));
    expect(await detail(id)).toMatchObject({ usage: null, model: null });
  });

  it('a running task shows its usage, and a request cut off by a cancel counts as lost', async () => {
    const { promise: second, resolve } = Promise.withResolvers<void>();
    provider.behaviour = inTurn(says('a'), () => resolve());
    const identifier = await createMetaTask(server, 'typescript', ASKS);
    const id = await createTask(server, identifier, { times: 2 });
    await second;
    expect((await detail(id)).usage).toMatchObject({ model_calls: 2, output_tokens: 5 });
    await server.call('POST', `${TASKS}/${id}/cancel`);
    await taskWhen(server, id);
    expect((await detail(id)).usage).toMatchObject({ model_calls: 2, lost_calls: 1 });
  });

  it('a request cut off by a crash counts as lost, and the repeated one counts too', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    provider.behaviour = inTurn(() => resolve(), says('b'));
    const identifier = await createMetaTask(server, 'typescript', ASKS, { max_attempts: 2 });
    const id = await createTask(server, identifier);
    await promise;
    await server.restart('SIGKILL');
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success' });
    expect((await detail(id)).usage).toMatchObject({ model_calls: 2, lost_calls: 1 });
  });
});

describe('the requests of a task', () => {
  const list = (id: string, query = '') =>
    server.call<Record<string, unknown>[]>('GET', `${TASKS}/${id}/model-calls${query}`);

  it('model requests are listed with step, attempt, tokens, cost and times, by pages', async () => {
    provider.behaviour = inTurn(says('a'), status(503, {}), says('b'), says('c'));
    const { task } = await asked({ times: 3 });
    const { body } = await list(task.id);
    expect(body.map(({ state, attempt }) => [state, attempt])).toEqual([
      ['ok', 1],
      ['failed', 1],
      ['ok', 2],
      ['ok', 1],
    ]);
    expect(body[0]).toEqual({
      id: expect.any(String),
      step_id: expect.any(String),
      step_name: 'generate',
      attempt: 1,
      model: 'house/m',
      state: 'ok',
      input_tokens: 10,
      cached_tokens: 0,
      output_tokens: 5,
      reasoning_tokens: 0,
      reported_input_tokens: 10,
      reported_output_tokens: 5,
      estimated_input_tokens: expect.any(Number),
      estimated_output_tokens: expect.any(Number),
      cost_usd: 0.002,
      error: null,
      started_at: expect.stringMatching(/^20\d\d-.*Z$/),
      finished_at: expect.stringMatching(/^20\d\d-.*Z$/),
      first_token_ms: expect.any(Number),
      duration_ms: expect.any(Number),
    });
    expect(body[1]).toMatchObject({ step_id: body[2]?.['step_id'], error: expect.any(String) });
    const first = await list(task.id, '?limit=3');
    expect(first.body).toEqual(body.slice(0, 3));
    const [, cursor] = /cursor=([\w-]+)/.exec(first.headers.get('link') ?? '') ?? [];
    const rest = await list(task.id, `?limit=3&cursor=${cursor}`);
    expect(rest.body).toEqual(body.slice(3));
    expect(rest.headers.get('link')).toBeNull();
  });

  it('a lost request is listed with its estimated usage', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    provider.behaviour = () => resolve();
    const identifier = await createMetaTask(server, 'typescript', ASKS);
    const id = await createTask(server, identifier);
    await promise;
    expect((await list(id)).body).toMatchObject([{ state: 'sent', finished_at: null }]);
    await server.call('POST', `${TASKS}/${id}/cancel`);
    await taskWhen(server, id);
    const [lost] = (await list(id)).body;
    expect(lost).toMatchObject({ state: 'lost', finished_at: expect.any(String) });
    expect(lost?.['input_tokens']).toBeGreaterThan(0);
    expect(lost?.['cost_usd']).toBeGreaterThan(0);
  });

  it('no requests are listed for a task that asks no model, nor for one of another project', async () => {
    provider.behaviour = says('a');
    const { task } = await asked();
    const { body } = await server.call<{ id: string }>('POST', '/projects', {
      body: { name: 'Requests' },
    });
    const theirs = await server.call(
      'GET',
      `/external/v1/projects/${body.id}/tasks/${task.id}/model-calls`,
      { token: server.adminToken },
    );
    expect(theirs.status).toBe(404);
    const script = withBody('typescript', 'return 1');
    const silent = await createTask(server, await createMetaTask(server, 'typescript', script));
    await taskWhen(server, silent);
    expect((await list(silent)).body).toEqual([]);
    expect((await list(silent, '?cursor=here')).status).toBe(422);
  });
});

describe('the usage of a project', () => {
  it('usage is reported by day, meta-task, model and agent, and adds up', async () => {
    provider.behaviour = says('a');
    const before = (await report()).groups.at(-1)?.model_calls ?? 0;
    const { identifier } = await asked({ times: 3 });
    const { task } = await asked({ model: 'house/free' });
    const byDay = await report();
    expect(byDay.groups.at(-1)).toMatchObject({ group: byDay.to, model_calls: before + 4 });
    expect((await report('?group_by=task_type')).groups).toContainEqual({
      group: identifier,
      model_calls: 3,
      input_tokens: 30,
      cached_tokens: 0,
      output_tokens: 15,
      cost_usd: 0.006,
    });
    const models = (await report('?group_by=model')).groups.map(({ group }) => group);
    expect(models).toEqual(expect.arrayContaining(['house/m', 'house/free']));
    const agents = (await report('?group_by=agent')).groups;
    expect(agents.reduce((sum, { model_calls }) => sum + model_calls, 0)).toBe(before + 4);
    expect(task.status).toBe('success');
  });

  it('a request that the provider refuses counts no tokens', async () => {
    provider.behaviour = status(401, { error: { message: 'no' } });
    const { identifier } = await asked();
    expect((await report('?group_by=task_type')).groups).toContainEqual(
      expect.objectContaining({ group: identifier, model_calls: 1, input_tokens: 0 }),
    );
  });

  it.each([
    ['?from=yesterday', '?from', 'must be a date'],
    ['?to=2026-02-30', '?to', 'must be a date'],
    ['?from=2026-03-02&to=2026-03-01', '?from', 'must not be after'],
    ['?from=2024-03-02&to=2026-03-01', '?from', '365 days'],
    ['?group_by=colour', '?group_by', 'must be one of'],
  ])('usage is not reported for the query %s', async (query, pointer, message) => {
    const { status: code, body } = await server.call<{
      errors: { pointer: string; message: string }[];
    }>('GET', `${USAGE}${query}`);
    expect([code, body.errors[0]?.pointer]).toEqual([422, pointer]);
    expect(body.errors[0]?.message).toContain(message);
  });

  it('the usage report of a project has nothing of another project', async () => {
    const other = await server.call<{ id: string }>('POST', '/projects', {
      body: { name: 'Other' },
    });
    const { body } = await server.call<Report>('GET', `/projects/${other.body.id}/model-usage`);
    expect(body.groups).toEqual([]);
  });
});

describe('the budget of a month', () => {
  it('the monthly budget is changed field by field and refuses a negative amount', async () => {
    const changed = await budget({ model_budget_usd_month: 12.5 });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { model_budget_usd_month: 12.5, model_budget_tokens_month: null },
    ]);
    expect((await budget({ model_budget_tokens_month: 7 })).body).toMatchObject({
      model_budget_usd_month: 12.5,
      model_budget_tokens_month: 7,
      month: new Date().toISOString().slice(0, 7),
    });
    expect((await budget({ model_budget_usd_month: -1 })).status).toBe(422);
  });

  it.each(['viewer', 'author'])(
    'the role %s reads the monthly budget but cannot change it',
    async (role) => {
      const { body } = await server.call<{ token: string }>('POST', '/auth/tokens', {
        body: { name: role, role },
      });
      const { token } = body;
      const changed = await server.call<{ code: string }>('PATCH', BUDGET, {
        token,
        body: { model_budget_tokens_month: 1 },
      });
      expect([changed.status, changed.body.code]).toEqual([403, 'forbidden']);
      expect(await server.call('GET', BUDGET, { token })).toMatchObject({
        status: 200,
        body: { model_budget_tokens_month: null },
      });
      expect((await server.call('GET', USAGE, { token })).status).toBe(200);
    },
  );

  it('an exhausted budget fails a task as budget_exceeded, and a raised one lets its retry finish', async () => {
    provider.behaviour = says('a');
    await asked();
    const { body } = await server.call<{ used_tokens: number }>('GET', BUDGET);
    // A call reserves 20 to 35 tokens for its input and uses 15 in total.
    await budget({ model_budget_tokens_month: body.used_tokens + 50 });
    const { task } = await asked({ times: 5 });
    expect(task).toMatchObject({ status: 'failed', error_code: 'budget_exceeded' });
    expect(task.error_message).toContain('model_budget_tokens_month');
    expect((await detail(task.id)).usage).toMatchObject({ model_calls: 2 });
    await budget({ model_budget_tokens_month: null });
    await server.call('POST', `${TASKS}/${task.id}/retry`);
    expect(await taskWhen(server, task.id)).toMatchObject({ status: 'success' });
    // The two recorded calls are not repeated.
    expect((await detail(task.id)).usage).toMatchObject({ model_calls: 5 });
  });

  it('simultaneous requests do not exceed the budget by their inputs', async () => {
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const answers = says('a');
    provider.behaviour = async (...given) => {
      await free;
      return answers(...given);
    };
    const { body } = await server.call<{ used_tokens: number }>('GET', BUDGET);
    // Each request has 3,000 characters, which count as 1,000 to 1,500 tokens.
    await budget({ model_budget_tokens_month: body.used_tokens + 2_600 });
    const identifier = await createMetaTask(
      server,
      'typescript',
      withBody(
        'typescript',
        `const asks = Array.from({ length: 8 }, () => reporter.ai.generate('x'.repeat(3_000)));
return (await Promise.allSettled(asks)).map((one) => one.status === 'fulfilled' || one.reason.code);`,
      ),
    );
    const id = await createTask(server, identifier);
    await until('those that are too many to be refused', async () => {
      const steps = await server.call<{ status: string }[]>('GET', `${TASKS}/${id}/steps`);
      return steps.body.filter(({ status: one }) => one === 'failed').length === 6;
    });
    const sent = await server.call<{ state: string }[]>('GET', `${TASKS}/${id}/model-calls`);
    expect(sent.body.map(({ state }) => state)).toEqual(['sent', 'sent']);
    release();
    const { result } = await taskWhen(server, id);
    const codes = (result as unknown[]).filter((code) => code === 'budget_exceeded');
    expect([codes, result]).toMatchObject([{ length: 6 }, { length: 8 }]);
  });

  it('a budget in USD refuses a model without prices', async () => {
    await budget({ model_budget_usd_month: 1_000 });
    const { task } = await asked({ model: 'house/free' });
    expect(task).toMatchObject({ status: 'failed', error_code: 'budget_exceeded' });
    expect(task.error_message).toContain('has no prices');
    expect((await asked()).task).toMatchObject({ status: 'success' });
  });

  it('an exhausted budget ends running agent tasks and refuses new ones', async () => {
    const identifier = await createAgentTask(server, { tools: ['files.list'] });
    const lists = calls('files_list', { path: '/' });
    provider.behaviour = async (...given) => {
      await budget({ model_budget_tokens_month: 1 });
      return lists(...given);
    };
    const task = await taskWhen(server, await createTask(server, identifier));
    expect(task).toMatchObject({ status: 'failed', error_code: 'budget_exceeded' });
    expect(await detail(task.id)).toMatchObject({
      model: 'house/m',
      usage: { model_calls: 1, tool_calls: 1 },
    });
    const refused = await server.call<{ code: string }>('POST', TASKS, {
      body: { task_type_identifier: identifier },
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'budget_exceeded']);
  });
});
