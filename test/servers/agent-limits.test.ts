import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { contractText, createAgentTask, runAgent } from '../support/agents.js';
import { requireProblem } from '../support/http.js';
import { postMetaTask } from '../support/meta-tasks.js';
import { type Said, scriptedModel, type ScriptedModel } from '../support/scripted-model.js';
import { startServer, type TestServer } from '../support/server.js';
import { createTask, runScript, TASKS, taskWhen } from '../support/tasks.js';

let model: ScriptedModel;
let server: TestServer;
let say: () => Said | Promise<Said> = () => 'done';

beforeAll(async () => {
  model = await scriptedModel(() => say());
  server = await startServer({
    ...model.env,
    METARUN_CONCURRENCY: '1',
    METARUN_AGENT_CONCURRENCY: '1',
    METARUN_LIMITS: 'agent_steps=5,agent_tokens=100000',
  });
});
afterAll(async () => {
  await server.stop();
  await model.stop();
});

it('scripts do not wait for agents, nor agents for scripts', async () => {
  let answer: (said: Said) => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    say = () => {
      resolve();
      return new Promise((given) => (answer = given));
    };
  });
  const agent = await createAgentTask(server, {});
  const first = await createTask(server, agent);
  await asked;
  const second = await createTask(server, agent);
  const script = 'def run(params, reporter):\n    return 1\n';
  expect((await runScript(server, 'python', script)).status).toBe('success');
  const { body } = await server.call<{ status: string }>('GET', `${TASKS}/${second}`);
  expect(body.status).toBe('pending');
  say = () => 'done';
  answer('done');
  for (const id of [first, second]) expect((await taskWhen(server, id)).status).toBe('success');
});

it('a contract or an agent that asks for more than the installation allows is refused', async () => {
  for (const limits of [{ max_steps: 6 }, { max_tokens: 100_001 }]) {
    const script = contractText({ limits });
    const answer = await postMetaTask(server, { name: 'X', execution_mode: 'agent', script });
    expect(requireProblem(answer)).toMatchObject({ status: 422, code: 'invalid_script' });
    expect(requireProblem(answer).detail).toContain('this installation allows');
    const agent = await server.call('POST', '/projects/default/agents', {
      body: { name: 'X', limits },
    });
    expect(requireProblem(agent).errors[0]?.pointer).toBe(`/limits/${Object.keys(limits)[0]}`);
  }
});

it('an agent run stops at the step limit of the installation', async () => {
  say = () => [['files_list', { path: `/${model.requests.length}` }]];
  const before = model.requests.length;
  const task = await runAgent(server, { tools: ['files.list'] });
  expect(task.error_code).toBe('budget_exceeded');
  expect(task.error_message).toContain('max_steps is 5');
  expect(model.requests.length - before).toBe(5);
});
