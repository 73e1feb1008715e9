import { beforeAll, describe, expect, it } from '@jest/globals';
import { runAgent } from '../support/agents.js';
import {
  type ChatRequest,
  type ScriptedModel,
  serialiseMessages,
} from '../support/scripted-model.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { TestServer } from '../support/server.js';

const MEMORIES = '/external/v1/projects/default/memories';

const agents = scriptedAgents();
let model: ScriptedModel;
let server: TestServer;

beforeAll(async () => {
  ({ server, model } = await agents.start());
});

describe('memories of an agent', () => {
  const add = async (text: string): Promise<string> =>
    (
      await server.call<{ id: string }>('POST', MEMORIES, {
        body: { text, kind: 'fact', scope: 'project' },
      })
    ).body.id;

  it('the eight best-matching memories go into the first user message, never into the system prompt', async () => {
    for (let n = 0; n < 10; n += 1) await add(`The periscope number ${n} is green`);
    await add('Turnips are cheap');
    const task = await runAgent(
      server,
      { goal: 'Describe the periscope.' },
      { memory: { read: ['project'] } },
    );
    const [first] = model.requests;
    const asText = (role: string): string =>
      JSON.stringify(first?.messages.filter((message) => message.role === role));
    expect(asText('user').match(/The periscope number/g)).toHaveLength(8);
    expect(asText('user')).not.toContain('Turnips');
    expect(asText('user')).toMatch(/memories of earlier tasks[^]*trust/);
    expect(asText('system')).not.toContain('periscope');
    const { body } = await server.call<{ used_by: { task_id: string }[] }[]>(
      'GET',
      `${MEMORIES}?q=periscope`,
    );
    expect(body).toHaveLength(10);
    const used = await Promise.all(
      (body as unknown as { id: string }[]).map(async ({ id }) => {
        const answer = await server.call<{ used_by: { task_id: string }[] }>(
          'GET',
          `${MEMORIES}/${id}`,
        );
        return answer.body.used_by.filter(({ task_id }) => task_id === task.id).length;
      }),
    );
    expect(used.reduce((sum, one) => sum + one, 0)).toBe(8);
  });

  it('an agent gets no memories if its meta-task may not read them', async () => {
    await runAgent(server, { goal: 'Describe the periscope.' });
    expect(serialiseMessages(model.requests[0] as ChatRequest)).not.toContain('periscope number');
  });

  it('an agent searches memories by tool, and the ones it adds wait for a review', async () => {
    agents.inTurn([
      ['memory_search', { query: 'turnips' }],
      ['memory_remember', { text: 'Cabbages grow in rows', scope: 'project' }],
      ['memory_remember', { text: 'The password is hunter2!x', scope: 'project' }],
    ]);
    await runAgent(
      server,
      { tools: ['memory.search', 'memory.remember'] },
      { memory: { read: ['project'], write: true } },
    );
    const answers = JSON.stringify(
      model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool'),
    );
    expect(answers).toContain('Turnips are cheap');
    expect(answers).toContain('invalid_memory');
    const { body } = await server.call<{ text: string }[]>('GET', `${MEMORIES}?status=pending`);
    expect(body).toMatchObject([
      { text: 'Cabbages grow in rows', trust: 'low', created_via: 'agent' },
    ]);
  });
});
