import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { refusedStart } from '../support/cli.js';
import { type Code, runBody, withBody } from '../support/inline-script.js';
import { calls, inTurn, says } from '../support/models/chat-answers.js';
import {
  type FaultyProvider,
  startFaultyProvider,
  status,
} from '../support/models/faulty-provider.js';
import { LANGUAGES } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';

const PROVIDERS = '/projects/default/model-providers';
const KEY = 'sk-the-key-of-the-house';

let provider: FaultyProvider;
let server: ServerProcess;
let folder: string;

interface Provider {
  id: string;
  name: string;
}

beforeAll(async () => {
  provider = await startFaultyProvider();
  folder = mkdtempSync(join(tmpdir(), 'metarun-providers-'));
  const file = join(folder, 'providers.yaml');
  const models = [
    {
      name: 'm',
      model: 'local',
      context_tokens: 10_000,
      max_output_tokens: 1_000,
      prices: { input: 100, output: 200 },
    },
    { name: 'free', model: 'local', context_tokens: 10_000, max_output_tokens: 1_000 },
    { name: 'e', model: 'embedder', context_tokens: 10_000, embeddings: 3 },
  ];
  const house = {
    name: 'house',
    kind: 'openai_compatible',
    base_url: `${provider.url}/v1`,
    api_key_env: 'HOUSE_KEY',
    models,
  };
  writeFileSync(file, JSON.stringify({ providers: [house] }));
  server = await startServerProcess({
    METARUN_MODEL_PROVIDERS: file,
    METARUN_DEFAULT_MODEL: 'house/m',
    METARUN_MODEL_LOG: 'full',
    HOUSE_KEY: KEY,
  });
});
afterAll(async () => {
  await server.stop();
  await provider.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  provider.behaviour = null;
});

const body = (more: object = {}) => ({
  name: 'own',
  kind: 'anthropic',
  secret: 'NONE',
  models: [
    {
      name: 'sonnet',
      model: 'claude-sonnet-4-5',
      context_tokens: 200_000,
      max_output_tokens: 8_000,
    },
  ],
  ...more,
});

describe('over HTTP a model provider', () => {
  it('a provider is added, changed and deleted; one of the installation hides its address and key', async () => {
    const made = await server.call<Provider>('POST', PROVIDERS, { body: body() });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        scope: 'project',
        base_url: 'https://api.anthropic.com/v1',
        secret: 'NONE',
        timeout_seconds: 600,
        first_token_seconds: 60,
        max_concurrency: 8,
        updated_by: 'admin',
      },
    ]);
    const path = `${PROVIDERS}/${made.body.id}`;
    expect((await server.call('POST', PROVIDERS, { body: body() })).body).toMatchObject({
      code: 'duplicate',
    });
    const changed = await server.call('PATCH', path, {
      body: { max_concurrency: 2, headers: { 'X-Team': 'a' } },
    });
    expect(changed.body).toMatchObject({
      max_concurrency: 2,
      headers: { 'x-team': 'a' },
      kind: 'anthropic',
    });
    const list = await server.call<Provider[]>('GET', PROVIDERS);
    expect(list.body).toMatchObject([
      { name: 'own', scope: 'project' },
      { id: null, name: 'house', scope: 'installation', base_url: null, secret: null },
    ]);
    expect(list.text).not.toMatch(/HOUSE_KEY|127\.0\.0\.1|sk-the/);
    expect((await server.call('DELETE', path)).status).toBe(204);
    expect((await server.call('GET', path)).status).toBe(404);
  });

  it.each([
    [{ name: 'Not so' }, '/name'],
    [{ kind: 'other' }, '/kind'],
    [{ base_url: 'https://a.example/v1?x=1' }, '/base_url'],
    [{ base_url: 'http://1.1.1.1/v1' }, '/base_url'],
    [{ base_url: 'https://127.0.0.1:1/v1' }, '/base_url'],
    [{ kind: 'openai_compatible' }, '/base_url'],
    [{ secret: 'not a name' }, '/secret'],
    [{ headers: { host: 'x' } }, '/headers'],
    [{ headers: { 'x-key': '{{secret:no name}}' } }, '/headers'],
    [{ models: [] }, '/models'],
    [
      { models: [{ name: 'm', model: 'x', context_tokens: 5, max_output_tokens: 6 }] },
      '/models/0/max_output_tokens',
    ],
    [
      { models: [{ name: 'm', model: 'x', context_tokens: 5, max_output_tokens: 5, price: 1 }] },
      '/models/0/price',
    ],
    [
      {
        models: [
          { name: 'm', model: 'x', context_tokens: 5, max_output_tokens: 5, prices: { input: 1 } },
        ],
      },
      '/models/0/prices/output',
    ],
    [{ timeout_seconds: 9 }, '/timeout_seconds'],
    [{ max_concurrency: 0 }, '/max_concurrency'],
    [{ api_key: 'sk-x' }, '/api_key'],
  ])('a model provider is refused where %j is wrong', async (wrong, pointer) => {
    const answer = await server.call('POST', PROVIDERS, { body: body(wrong) });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer }] },
    });
  });

  it('authors read model providers but cannot add them; viewers and API keys can do neither', async () => {
    const tokenFor = async (role: string): Promise<string> => {
      const made = await server.call<{ token: string }>('POST', '/auth/tokens', {
        body: { name: role, role },
      });
      return made.body.token;
    };
    const statuses = async (token: string): Promise<number[]> => [
      (await server.call('GET', PROVIDERS, { token })).status,
      (await server.call('POST', PROVIDERS, { token, body: body({ name: 'roles' }) })).status,
    ];
    expect(await statuses(await tokenFor('viewer'))).toEqual([403, 403]);
    expect(await statuses(await tokenFor('author'))).toEqual([200, 403]);
    expect(await statuses(server.apiKey)).toEqual([403, 403]);
  });

  it('the test of a model provider reports what to correct', async () => {
    const { body: made } = await server.call<Provider>('POST', PROVIDERS, {
      body: body({ name: 'tested' }),
    });
    const path = `${PROVIDERS}/${made.id}/test`;
    expect((await server.call('POST', path, { body: { model: 'opus' } })).body).toMatchObject({
      code: 'unknown_model',
    });
    const answer = await server.call<{ detail: string }>('POST', path, {
      body: { model: 'sonnet' },
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'model_error' } });
    expect(answer.body.detail).toContain('There is no secret "NONE"');
  });
});

it('the server does not start with an invalid file of providers', async () => {
  const file = join(folder, 'wrong.yaml');
  writeFileSync(
    file,
    'providers:\n  - name: x\n    kind: google\n    secret: KEY\n    models: []\n',
  );
  const { stderr: output } = await refusedStart({ METARUN_MODEL_PROVIDERS: file });
  expect(output).toContain('/providers/0/secret is not known here');
  expect(output).toContain('/providers/0/models must be a list');
});

describe.each(LANGUAGES)('a %s script', (language) => {
  it('a script gets text and costs from a model, and only the provider gets the key', async () => {
    const code: Code = {
      python: `answer = reporter.ai.generate("hello", max_tokens=50)
return [answer.text, answer.object, answer.finish, answer.model, answer.usage["cost_usd"]]`,
      typescript: `const answer = await reporter.ai.generate('hello', { maxTokens: 50 });
return [answer.text, answer.object, answer.finish, answer.model, answer.usage.cost_usd];`,
    };
    provider.behaviour = says('Hello.');
    const task = await runBody(server, language, code);
    expect(task).toMatchObject({
      status: 'success',
      result: ['Hello.', null, 'stop', 'house/m', 0.002],
    });
    const sent = provider.requests.at(-1);
    expect(sent?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      model: 'local',
      max_tokens: 50,
      messages: [{ role: 'user', content: 'hello' }],
    });
    const { text: steps } = await server.call('GET', `${TASKS}/${task.id}/steps`);
    expect(steps).toContain('"kind":"model"');
    expect(steps + server.output.stdout + server.output.stderr).not.toContain(KEY);
  });

  it('a script gets a value that matches its schema once the model has corrected it', async () => {
    const code: Code = {
      python: `schema = {"type": "array", "items": {"type": "integer"}}
answer = reporter.ai.generate([{"role": "system", "content": "Count."}, {"role": "user", "content": "to three"}], schema=schema)
return answer.object`,
      typescript: `const schema = { type: 'array', items: { type: 'integer' } };
const answer = await reporter.ai.generate([{ role: 'system', content: 'Count.' }, { role: 'user', content: 'to three' }], { schema });
return answer.object;`,
    };
    provider.behaviour = inTurn(
      says('one, two'),
      calls('answer', { value: [1, 'two'] }),
      calls('answer', '{"value": [1,'),
      calls('answer', { value: [1, 2, 3] }),
    );
    const before = provider.requests.length;
    expect(await runBody(server, language, code)).toMatchObject({
      status: 'success',
      result: [1, 2, 3],
    });
    const sent = provider.requests.slice(before).map((one) => one.body);
    expect(sent).toHaveLength(4);
    expect(sent[1]).toContain('you have not called the tool');
    expect(sent[2]).toContain('answer/1 must be');
    provider.behaviour = says('never');
    const failed = await runBody(server, language, code);
    expect(failed).toMatchObject({ status: 'failed', error_code: 'model_error' });
    expect(failed.error_message).toContain('corrected it 3 times');
  });

  it('a script waits for the provider without a process, and repeats no recorded request', async () => {
    const code: Code = {
      python: `first = reporter.ai.generate("one", name="first").text
reporter.sleep(1.5)
return [first, reporter.ai.generate("two", name="second").text]`,
      typescript: `const first = (await reporter.ai.generate('one', { name: 'first' })).text;
await reporter.sleep(1.5);
return [first, (await reporter.ai.generate('two', { name: 'second' })).text];`,
    };
    provider.behaviour = inTurn(status(429, {}, { 'retry-after': '2' }), says('1'), says('2'));
    const before = provider.requests.length;
    const identifier = await createMetaTask(server, language, withBody(language, code[language]));
    const id = await createTask(server, identifier);
    await taskWhen(server, id, (task) => task.status === 'waiting');
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success', result: ['1', '2'] });
    expect(provider.requests.length - before).toBe(3);
    const { body: steps } = await server.call('GET', `${TASKS}/${id}/steps`);
    expect(steps).toMatchObject([
      { kind: 'model', name: 'first', attempts: 2 },
      { kind: 'sleep' },
      { kind: 'model', name: 'second', attempts: 1 },
    ]);
  });

  it('a script fails with the error code of the model unless it catches the error', async () => {
    const code: Code = {
      python: `if params.get("catch"):
    try: reporter.ai.generate("x")
    except Exception as error: return [type(error).__name__, error.code]
return reporter.ai.generate("x").text`,
      typescript: `if (params.catch) try { await reporter.ai.generate('x'); } catch (error: any) { return [error.name, error.code]; }
return (await reporter.ai.generate('x')).text;`,
    };
    provider.behaviour = status(401, { error: { message: 'no' } });
    const caught = await runBody(server, language, code, { params: { catch: true } });
    expect(caught.result).toEqual(['MetarunError', 'model_error']);
    const failed = await runBody(server, language, code);
    expect(failed).toMatchObject({ status: 'failed', error_code: 'model_error' });
    expect(failed.error_message).toContain('Check the key of the provider');
    provider.behaviour = status(400, { error: { code: 'content_filter', message: 'filtered' } });
    expect(await runBody(server, language, code)).toMatchObject({ error_code: 'model_refused' });
  });

  it('the model requests of a script obey the limits of its meta-task', async () => {
    const code: Code = {
      python: `texts = []
for i in range(9): texts.append(reporter.ai.generate("a" * 40, model=params.get("model")).text)
return texts`,
      typescript: `const texts: string[] = [];
for (let i = 0; i < 9; i += 1) texts.push((await reporter.ai.generate('a'.repeat(40), { model: params.model })).text);
return texts;`,
    };
    provider.behaviour = says('b');
    const run = (metaTask: object, params = {}) =>
      runBody(server, language, code, { metaTask: { ...metaTask }, params });
    const before = provider.requests.length;
    const tokens = await run({ max_tokens: 100 });
    expect(tokens).toMatchObject({ status: 'failed', error_code: 'budget_exceeded' });
    expect(tokens.error_message).toContain('max_tokens is 100');
    expect(provider.requests.length - before).toBeLessThan(9);
    const last = JSON.parse(provider.requests.at(-1)?.body ?? '') as { max_tokens: number };
    expect(last.max_tokens).toBeLessThan(100);
    // Each call costs 0.002 USD.
    const money = await run({ max_cost_usd: 0.009 });
    expect(money).toMatchObject({ status: 'failed', error_code: 'budget_exceeded' });
    expect(money.error_message).toContain('max_cost_usd is 0.009');
    const free = await run({ max_cost_usd: 1 }, { model: 'house/free' });
    expect(free.error_message).toContain('has no prices');
    expect(await run({ max_tokens: 5_000, max_cost_usd: 1 })).toMatchObject({ status: 'success' });
  });

  it('a script gets embeddings, and a clear error for an invalid request', async () => {
    const code: Code = {
      python: `def fails(ask):
    try: ask()
    except Exception as error: return getattr(error, "code", type(error).__name__)
vectors = reporter.ai.embed(["a", "b"], model="house/e")
return [vectors, fails(lambda: reporter.ai.embed(["a"], model="house/m")), fails(lambda: reporter.ai.generate("x", model="house/none")), fails(lambda: reporter.ai.generate("x", model="house/e")), fails(lambda: reporter.ai.generate("")), fails(lambda: reporter.ai.generate(7)), fails(lambda: reporter.ai.generate("x", schema={"type": "no"}))]`,
      typescript: `const fails = async (ask: any) => { try { await ask(); } catch (error: any) { return error.code ?? error.name; } };
const vectors = await reporter.ai.embed(['a', 'b'], { model: 'house/e' });
return [vectors, await fails(() => reporter.ai.embed(['a'], { model: 'house/m' })), await fails(() => reporter.ai.generate('x', { model: 'house/none' })), await fails(() => reporter.ai.generate('x', { model: 'house/e' })), await fails(() => reporter.ai.generate('')), await fails(() => reporter.ai.generate(7)), await fails(() => reporter.ai.generate('x', { schema: { type: 'no' } }))];`,
    };
    const data = [
      [1, 2, 3],
      [4, 5, 6],
    ].map((embedding, index) => ({ object: 'embedding', index, embedding }));
    provider.behaviour = status(200, {
      object: 'list',
      data,
      model: 'embedder',
      usage: { prompt_tokens: 2, total_tokens: 2 },
    });
    const { result } = await runBody(server, language, code);
    expect(result).toEqual([
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      'not_available',
      'unknown_model',
      'not_available',
      'validation_failed',
      'TypeError',
      'invalid_schema',
    ]);
  });
});

it('a request cut off by a crash is repeated, and a recorded one is not', async () => {
  const script = withBody(
    'python',
    'first = reporter.ai.generate("one").text\nreturn first + reporter.ai.generate("two").text',
  );
  const identifier = await createMetaTask(server, 'python', script, { max_attempts: 2 });
  const before = provider.requests.length;
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  provider.behaviour = inTurn(says('1'), () => resolve(), says('2'));
  const id = await createTask(server, identifier);
  await asked;
  await server.restart('SIGKILL');
  expect(await taskWhen(server, id)).toMatchObject({ status: 'success', result: '12' });
  expect(provider.requests.slice(before).map((one) => /one|two/.exec(one.body)?.[0])).toEqual([
    'one',
    'two',
    'two',
  ]);
});
