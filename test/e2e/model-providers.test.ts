/** Tests changes of model providers that conflict with each other or with their use. */
import { beforeAll, expect, it } from '@jest/globals';
import { createAgentTask } from '../support/agents.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { TestServer } from '../support/server.js';

const PROVIDERS = '/projects/default/model-providers';
const OWN = {
  name: 'own',
  kind: 'anthropic',
  secret: 'NONE',
  models: [
    { name: 'sonnet', model: 'claude-sonnet-4-5', context_tokens: 9_000, max_output_tokens: 800 },
  ],
};

const agents = scriptedAgents();
let server: TestServer;

beforeAll(async () => {
  ({ server } = await agents.start());
});

it('simultaneous changes of a model provider are all kept', async () => {
  const made = await server.call<{ id: string }>('POST', PROVIDERS, { body: OWN });
  const path = `${PROVIDERS}/${made.body.id}`;
  const limits = ['max_concurrency', 'requests_per_minute', 'tokens_per_minute', 'timeout_seconds'];
  for (let value = 11; value < 21; value += 1) {
    const answers = await Promise.all(
      limits.map((limit) => server.call('PATCH', path, { body: { [limit]: value } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body: now } = await server.call<Record<string, unknown>>('GET', path);
    expect(limits.map((limit) => now[limit])).toEqual([value, value, value, value]);
  }
  await server.call('DELETE', path);
});

it('a model provider that agents, contracts or the project use is neither deleted nor renamed', async () => {
  const made = await server.call<{ id: string }>('POST', PROVIDERS, { body: OWN });
  const path = `${PROVIDERS}/${made.body.id}`;
  const model = 'own/sonnet';
  const agent = await server.call<{ identifier: string }>('POST', '/projects/default/agents', {
    body: { name: 'Names a model', model },
  });
  const task = await createAgentTask(server, { model });
  await createAgentTask(server, { goal: `Not by own/sonnet, but "model":"${model}".` });
  const settings = '/projects/default/memory-settings';
  await server.call('PATCH', settings, { body: { memory_model: model } });
  const refused = await server.call<{ code: string; detail: string }>('DELETE', path);
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(refused.body.detail).toContain(
    `named by the agent "names-a-model", the meta-task "${task}", "memory_model" of the project: change`,
  );
  expect((await server.call('PATCH', path, { body: { name: 'other' } })).status).toBe(409);
  expect((await server.call('PATCH', path, { body: { max_concurrency: 3 } })).status).toBe(200);
  await server.call('PATCH', settings, { body: { memory_model: null } });
  await server.call('POST', `/projects/default/task-types/${task}/archive`);
  await server.call('PATCH', `/projects/default/agents/${agent.body.identifier}`, {
    body: { model: null },
  });
  expect((await server.call('DELETE', path)).status).toBe(204);
});
