import { expect, it } from '@jest/globals';
import { bodyOfAgent, draftOfAgent, NEW_AGENT } from './agent-draft.js';

it('an agent is unchanged after it passes through the form', () => {
  const agent = {
    name: 'Support',
    description: null,
    model: 'anthropic/sonnet',
    instructions: '  Two\n\nlines.',
    tools: ['files.read', 'task:refund'],
    approve: ['task:refund'],
    knowledge: ['Our handbook'],
    limits: { max_steps: 20, max_cost_usd: 0.5 },
    memory: { read: ['project' as const], write: false },
    temperature: 0,
    reasoning: 'low' as const,
  };
  expect(bodyOfAgent(draftOfAgent(agent))).toEqual(agent);
});

it('the unset fields of a new agent are null instead of empty objects', () => {
  expect(bodyOfAgent({ ...NEW_AGENT, name: ' A ' })).toMatchObject({
    name: 'A',
    instructions: null,
    tools: [],
    limits: null,
    memory: null,
    temperature: null,
    reasoning: null,
  });
  expect(bodyOfAgent({ ...NEW_AGENT, saysMemory: true }).memory).toEqual({
    read: [],
    write: false,
  });
});
