/** Tests that budgets are exceeded by at most one call, whatever a provider reports. The provider counts for itself. */
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createAgentTask } from '../support/agents.js';
import { newFolder, removeFolders } from '../support/folders.js';
import { withBody } from '../support/inline-script.js';
import {
  type Behaviour,
  type FaultyProvider,
  startFaultyProvider,
  status,
} from '../support/models/faulty-provider.js';
import {
  halfAnswer,
  RAW_EVENTS,
  RAW_FORMATS,
  type RawFormat,
  type Reported,
  wholeAnswer,
} from '../support/models/raw-answers.js';
import { startServer, type TestServer } from '../support/server.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';

const SAID = 'The answer is long enough to be counted. '.repeat(20);
const ASKED = 'A question that is long enough to be counted as well. '.repeat(150);
/** Prices of a million tokens in USD; a token has at least `CHARACTERS` characters. */
const PRICES = { input: 100, output: 200 };
const CHARACTERS = 5;
const LIMIT_USD = 0.8;

let provider: FaultyProvider;
let server: TestServer;
/** Minimum cost of each answer so far according to the provider, in USD. */
let costs: number[];

beforeAll(async () => {
  provider = await startFaultyProvider();
  const limits = { context_tokens: 1_000_000, max_output_tokens: 10_000 };
  const models = [{ name: 'm', model: 'm', ...limits, prices: PRICES }];
  const providers = RAW_FORMATS.map((format) => ({
    name: format.replace('_', '-'),
    kind: format === 'anthropic' ? 'anthropic' : 'openai_compatible',
    base_url: `${provider.url}/v1`,
    models,
    ...(format === 'anthropic' && { api_key_env: 'BUDGETS_KEY' }),
  }));
  const folder = newFolder({ 'providers.json': { providers } });
  server = await startServer({
    BUDGETS_KEY: 'a-key-of-tests',
    METARUN_MODEL_PROVIDERS: join(folder, 'providers.json'),
    METARUN_DEFAULT_MODEL: 'openai-chat/m',
  });
});
afterAll(async () => {
  await server.stop();
  await provider.close();
  removeFolders();
});
beforeEach(() => {
  costs = [];
});

/** Returns an answer that calls a tool, so that the agent never ends. */
function answer(format: RawFormat, usage: Reported | null): string[] {
  return RAW_EVENTS[format](SAID, usage, {
    name: 'files_list',
    args: { path: `/${costs.length}` },
  });
}

const SOON = { 'retry-after-ms': '1' };
/** Failures of providers with the share of the answer that is sent; null means a refused request without cost. */
const FAILURES: [name: string, of: (format: RawFormat) => Behaviour, share: number | null][] = [
  ['reports no tokens', (format) => wholeAnswer(answer(format, { input: 0, output: 0 })), 1],
  ['reports nothing', (format) => wholeAnswer(answer(format, null)), 1],
  ['reports one token', (format) => wholeAnswer(answer(format, { input: 1, output: 1 })), 1],
  [
    'reports negative tokens',
    (format) => wholeAnswer(answer(format, { input: -9e9, output: -9e9 })),
    1,
  ],
  ['resets its answers', (format) => halfAnswer(answer(format, null), 'reset'), 0.4],
  ['cuts its answers off', (format) => halfAnswer(answer(format, null), 'end'), 0.4],
  ['breaks its format', () => wholeAnswer(['data: {oops\n\n']), 0],
  ['hangs up without an answer', () => (response) => void response.socket?.resetAndDestroy(), 0],
  ['answers 500', () => status(500, {}, SOON), null],
  ['answers 429', () => status(429, {}, SOON), null],
];
const TABLE = RAW_FORMATS.flatMap((format) =>
  FAILURES.map(([failure, of, share]) => ({ format, failure, of, share })),
);

/** Makes the provider fail in this way and count the cost. */
function fail(format: RawFormat, of: (format: RawFormat) => Behaviour, share: number | null): void {
  provider.behaviour = (response, good, asked) => {
    const behaviour = of(format);
    const input = provider.requests.at(-1)?.body.length ?? 0;
    const tokens = [input / CHARACTERS, ((share ?? 0) * SAID.length) / CHARACTERS] as const;
    costs.push(share === null ? 0 : (tokens[0] * PRICES.input + tokens[1] * PRICES.output) / 1e6);
    return behaviour(response, good, asked);
  };
}

const spent = (): number => costs.reduce((sum, cost) => sum + cost, 0);
const dearest = (): number => Math.max(...costs);

it.each(TABLE)(
  'an agent keeps max_cost_usd within one call where $format $failure',
  async ({ format, of, share }) => {
    fail(format, of, share);
    const limits = { max_cost_usd: LIMIT_USD, max_steps: 100, max_tokens: 10_000_000 };
    const model = `${format.replace('_', '-')}/m`;
    const contract = { model, tools: ['files.list'], limits, instructions: ASKED };
    const more = { max_attempts: 2, retry_delay_seconds: 0 };
    const task = await taskWhen(
      server,
      await createTask(server, await createAgentTask(server, contract, more), {}),
    );
    expect(task.status).toBe('failed');
    expect(costs.length).toBeGreaterThan(1);
    expect(spent()).toBeLessThanOrEqual(LIMIT_USD + dearest());
    if (share === 1) expect(task.error_code).toBe('budget_exceeded');
  },
);

it.each(TABLE)(
  'a project keeps the budget of its month within one call where $format $failure',
  async ({ format, of, share }) => {
    const { body } = await server.call<{ used_usd: number }>(
      'GET',
      '/projects/default/model-budget',
    );
    const model_budget_usd_month = body.used_usd + LIMIT_USD;
    await server.call('PATCH', '/projects/default/model-budget', {
      body: { model_budget_usd_month },
    });
    fail(format, of, share);
    const script = withBody(
      'python',
      `
codes = []
for at in range(20):
    try:
        reporter.ai.generate(f"{at} {params['text']}", model=params["model"])
        codes.append("ok")
    except MetarunError as error:
        codes.append(error.code)
        if error.code == "budget_exceeded": break
return codes`,
    );
    const identifier = await createMetaTask(
      server,
      'python',
      `from metarun import MetarunError\n${script}`,
    );
    const params = { text: ASKED, model: `${format.replace('_', '-')}/m` };
    const { id } = await taskWhen(server, await createTask(server, identifier, params));
    const task = await server.call<{ result: string[] }>('GET', `${TASKS}/${id}`);
    expect(costs.length).toBeGreaterThan(1);
    expect(spent()).toBeLessThanOrEqual(LIMIT_USD + dearest());
    if (share !== null) expect(task.body.result?.at(-1)).toBe('budget_exceeded');
  },
);
