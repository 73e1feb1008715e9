import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { runAgent } from '../support/agents.js';
import { readError, requireProblem } from '../support/http.js';
import type { ScriptedModel } from '../support/scripted-model.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { TestServer } from '../support/server.js';
import { heldChange } from '../support/sql.js';
import { runScript, TASKS, taskWhen } from '../support/tasks.js';

const agents = scriptedAgents();
let model: ScriptedModel;
let server: TestServer;

beforeAll(async () => {
  ({ server, model } = await agents.start());
});

describe('a task of an agent that is run again', () => {
  it('a retry with extended limits resumes from the records and repeats no model call', async () => {
    agents.inTurn(
      [['files_write', { path: '/once.txt', content: '1' }]],
      [['files_list', {}]],
      'all done',
    );
    const retry = (id: string, extend?: object) =>
      server.call('POST', `${TASKS}/${id}/retry`, extend === undefined ? {} : { body: { extend } });
    const task = await runAgent(server, {
      tools: ['files.list', 'files.write'],
      limits: { max_steps: 1 },
    });
    expect(task.error_message).toContain('max_steps is 1');
    expect((await retry(task.id)).status).toBe(200);
    expect((await taskWhen(server, task.id)).error_message).toContain('max_steps is 1');
    expect(model.requests).toHaveLength(1);
    expect((await retry(task.id, { max_steps: 1 })).status).toBe(200);
    expect((await taskWhen(server, task.id)).error_message).toContain('max_steps is 2');
    expect(model.requests).toHaveLength(2);
    expect((await retry(task.id, { max_steps: 1, max_tokens: 10 })).status).toBe(200);
    expect(await taskWhen(server, task.id)).toMatchObject({
      status: 'success',
      result: 'all done',
    });
    expect(model.requests).toHaveLength(3);
  });

  it('two concurrent retries both extend the limits of a task', async () => {
    agents.say = (_request, turn) => [['files_list', { path: `/${turn}` }]];
    const { id } = await runAgent(server, { tools: ['files.list'], limits: { max_steps: 1 } });
    const commit = await heldChange(
      server,
      `UPDATE tasks SET extension = '{"max_steps":2}' WHERE id = '${id}'`,
    );
    const retry = server.call('POST', `${TASKS}/${id}/retry`, {
      body: { extend: { max_steps: 1 } },
    });
    // The retry has read the task by then and waits for the write lock.
    await delay(500);
    await commit();
    expect((await retry).status).toBe(200);
    expect((await taskWhen(server, id)).error_message).toContain('max_steps is 4');
  });

  it('a retry rejects invalid limit extensions and any extension for a task of a script', async () => {
    agents.inTurn([['files_list', {}]]);
    const { id } = await runAgent(server, { tools: ['files.list'], limits: { max_steps: 1 } });
    for (const [extend, pointer] of [
      [{ max_steps: 1000 }, '/extend/max_steps'],
      [{ max_cost_usd: 1 }, '/extend/max_cost_usd'],
      [{ max_tokens: 1.5 }, '/extend/max_tokens'],
      [{ max_files: 1 }, '/extend/max_files'],
      [{}, '/extend'],
    ] as const) {
      const answer = await server.call('POST', `${TASKS}/${id}/retry`, { body: { extend } });
      expect([readError(answer), requireProblem(answer).errors[0]?.pointer]).toEqual([
        '422 validation_failed',
        pointer,
      ]);
    }
    const script = await runScript(
      server,
      'python',
      'def run(params, reporter):\n    return 1 / 0\n',
    );
    const answer = await server.call('POST', `${TASKS}/${script.id}/retry`, {
      body: { extend: { max_tokens: 1 } },
    });
    expect(readError(answer)).toBe('422 validation_failed');
  });

  it('a retried task corrects a result that failed its schema', async () => {
    agents.say = (_request, turn) => [['submit_result', { n: turn < 5 ? 'x' : 5 }]];
    const result_schema = { type: 'object', properties: { n: { type: 'integer' } } };
    const task = await runAgent(server, {}, { result_schema });
    expect(task).toMatchObject({ status: 'failed', error_code: 'invalid_result' });
    expect(model.requests).toHaveLength(4);
    await server.call('POST', `${TASKS}/${task.id}/retry`);
    expect(await taskWhen(server, task.id)).toMatchObject({ status: 'success', result: { n: 5 } });
    expect(model.requests).toHaveLength(6);
  });
});
