import { beforeEach, describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { ModelUsageService, type UsageGroup } from '../usage/model-usage.service.js';
import { MonthBudgets } from '../usage/month-budgets.service.js';
import { TaskModelUse } from '../usage/task-model-use.js';
import type { ModelCallEntity } from './model-call.entity.js';
import { type CallEnd, ModelCalls, type SentCall } from './model-calls.service.js';
import { TestCalls } from '../../../tasks/retention/test-calls.service.js';

const HOUR_MS = 60 * 60 * 1000;

const bench = useEngineBench(
  'projects',
  'model_calls',
  'model_usage',
  'model_months',
  'model_budgets',
);
beforeEach(() => bench.insert('projects', { id: PROJECT, slug: 'p', name: 'P', created_at: 0 }));

const calls = (): ModelCalls => new ModelCalls(bench.database, new TaskModelUse(bench.database));
const budgets = (): MonthBudgets => new MonthBudgets(bench.database);

/** Records a request of 100 tokens and 0.01 USD. */
function send(taskId: string | null = null, given: { costMicroUsd?: number } = {}) {
  const owner = { projectId: PROJECT, taskId, stepId: null, attempt: 1 };
  const call = { provider: 'p', model: 'm', inputTokens: 100, costMicroUsd: 10_000, hash: 'h' };
  return calls().sent(owner, { ...call, ...given });
}

/** Ends a request with 80 input and 40 output tokens and 0.02 USD. */
function end(sent: SentCall): Promise<void> {
  const tokens = { inputTokens: 80, cachedTokens: 10, outputTokens: 40, reasoningTokens: 0 };
  const usage = { ...tokens, costMicroUsd: 20_000 };
  const rest: Omit<CallEnd, 'usage'> = {
    state: 'ok',
    estimated: { inputTokens: 90, outputTokens: 45 },
    reported: { inputTokens: 80, outputTokens: undefined },
    firstTokenMs: 1,
    durationMs: 2,
    error: null,
  };
  return calls().end(PROJECT, sent, { usage, ...rest });
}

async function used(): Promise<[tokens: number, usd: number]> {
  const { usedTokens, usedUsd } = await budgets().get(PROJECT);
  return [usedTokens, usedUsd];
}

const states = async () =>
  (
    await bench.database.query<ModelCallEntity>('SELECT * FROM model_calls ORDER BY created_at, id')
  ).map(({ state }) => state);

describe('the use of models', () => {
  it('a request counts by its estimate until it ends, and then once by what it was', async () => {
    const sent = await send();
    expect(await used()).toEqual([100, 0.01]);
    await end(sent);
    expect(await used()).toEqual([120, 0.02]);
    await end(sent);
    expect(await used()).toEqual([120, 0.02]);
    expect(
      await bench.database.query('SELECT calls, input_tokens, output_tokens FROM model_usage'),
    ).toEqual([{ calls: 1, input_tokens: 80, output_tokens: 40 }]);
  });

  it('the end of a request records all that it was', async () => {
    const sent = await send();
    await bench.pass(1);
    expect(await bench.changes('model_calls', sent.id, () => end(sent))).toEqual({
      state: 'ok',
      input_tokens: 80,
      cached_tokens: 10,
      output_tokens: 40,
      cost_micro_usd: 20_000,
      estimated_input_tokens: 90,
      estimated_output_tokens: 45,
      reported_input_tokens: 80,
      first_token_ms: 1,
      duration_ms: 2,
      finished_at: Date.now(),
    });
  });

  it('the requests of a task are listed in their order, and summed up', async () => {
    const task = await bench.addTask({ status: 'running', task_type: 'mine' });
    const [first, second, third] = [await send(task), await send(task), await send(task)];
    await send();
    await end(second);
    const list = (after: string, limit: number) => calls().list(PROJECT, task, { after, limit });
    expect((await list('', 2)).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect((await list(second.id, 2)).map(({ id }) => id)).toEqual([third.id]);
    expect(await calls().usedBy(PROJECT, task)).toEqual({
      calls: 3,
      tokens: 320,
      costMicroUsd: 40_000,
    });
    expect(await calls().usedBy('other', task)).toEqual({ calls: 0, tokens: 0, costMicroUsd: 0 });
  });

  it('a report has the days that it names, from the first to the last, and groups them as it says', async () => {
    const tasks = [
      await bench.addTask({ task_type: 'one' }),
      await bench.addTask({ task_type: 'two' }),
    ];
    for (const [index, task] of [null, ...tasks].entries()) {
      if (index > 0) await bench.pass(24 * HOUR_MS);
      for (let n = 0; n <= index; n += 1) await end(await send(task));
    }
    const usage = new ModelUsageService(bench.database);
    const report = async (by: UsageGroup, from: string | null, to: string | null) => {
      const { groups } = await usage.report(PROJECT, { by, from, to });
      return groups.map(({ group, calls, costMicroUsd }) => [group, calls, costMicroUsd]);
    };
    const days = (['2030-01-01', '2030-01-02', '2030-01-03'] as const).map((day, index) => [
      day,
      index + 1,
      20_000 * (index + 1),
    ]);
    expect(await report('day', null, null)).toEqual(days);
    expect(await report('day', '2030-01-02', '2030-01-03')).toEqual(days.slice(1));
    expect(await report('day', '2030-01-01', '2030-01-02')).toEqual(days.slice(0, 2));
    expect(await report('task_type', null, null)).toEqual([
      ['two', 3, 60_000],
      ['one', 2, 40_000],
      [null, 1, 20_000],
    ]);
    expect(await report('model', null, '2030-01-01')).toEqual([['p/m', 1, 20_000]]);
    const { from, to, groups } = await usage.report(PROJECT, { by: 'model', from: null, to: null });
    expect([from, to]).toEqual(['2029-12-05', '2030-01-03']);
    expect(groups).toMatchObject([{ inputTokens: 480, cachedTokens: 60, outputTokens: 240 }]);
    await expect(report('day', '2030-01-02', '2030-01-01')).rejects.toThrow('after');
    await expect(report('day', '2030-02-30', null)).rejects.toThrow('date');
    await expect(report('day', '2029-01-02', '2030-01-03')).rejects.toThrow('365');
    expect(await report('day', '2029-01-03', '2030-01-03')).toEqual(days);
  });

  it('a request that is lost with its run stays counted by its estimate, whatever comes of it', async () => {
    const task = await bench.addTask({ status: 'running' });
    const sent = await send(task);
    await calls().begin(PROJECT, task);
    await end(sent);
    expect(await states()).toEqual(['lost']);
    expect(await used()).toEqual([100, 0.01]);
  });

  it('a request that would pass the budget of the month is neither recorded nor counted', async () => {
    await budgets().change(PROJECT, { tokens: 150 });
    await send();
    await expect(send()).rejects.toMatchObject({ code: 'budget_exceeded' });
    expect(await states()).toHaveLength(1);
    expect(await used()).toEqual([100, 0.01]);
    await budgets().change(PROJECT, { tokens: null, usd: 0.015 });
    await expect(send()).rejects.toMatchObject({ code: 'budget_exceeded' });
    await expect(budgets().admit(PROJECT)).resolves.toBeUndefined();
    await send(null, { costMicroUsd: 5_000 });
    await expect(budgets().admit(PROJECT)).rejects.toMatchObject({ code: 'budget_exceeded' });
  });

  it('a new month begins with the whole budget', async () => {
    await budgets().change(PROJECT, { tokens: 100 });
    await send();
    await expect(budgets().admit(PROJECT)).rejects.toMatchObject({ code: 'budget_exceeded' });
    const { resetsAt } = await budgets().get(PROJECT);
    // The time passes in two steps, since no timer lasts a month.
    for (const half of [1, 2]) await bench.pass((resetsAt - Date.now()) / (3 - half));
    await budgets().admit(PROJECT);
    await send();
    expect(await used()).toEqual([100, 0.01]);
  });

  it('a change of a budget is refused where it is not what the change was meant for', async () => {
    const change = budgets().change(PROJECT, { tokens: 1 }, { ifMatch: '"other"' });
    await expect(change).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(await budgets().get(PROJECT)).toMatchObject({ tokens: null, usd: null });
  });

  it('requests of no task are lost after two hours, and dropped by their age', async () => {
    const task = await bench.addTask({ status: 'running' });
    for (const owner of [null, task]) await send(owner);
    await bench.pass(2 * HOUR_MS + 1);
    await send();
    const tests = new TestCalls(bench.database);
    await tests.lose(PROJECT);
    expect((await states()).toSorted()).toEqual(['lost', 'sent', 'sent']);
    const age = async () => HOUR_MS;
    expect(await tests.dropSome('another project', age, 10)).toMatchObject({ rows: 0 });
    expect(await tests.dropSome(PROJECT, async () => null, 10)).toMatchObject({ rows: 0 });
    expect(await tests.dropSome(PROJECT, age, 10)).toMatchObject({ rows: 1 });
    expect(await states()).toEqual(['sent', 'sent']);
  });
});
