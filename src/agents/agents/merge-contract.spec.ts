import { describe, expect, it } from '@jest/globals';
import { AGENT_DEFINITIONS } from './agent.js';
import { type Contract, toContractLimits } from './contract.js';
import { DEFAULT_LIMITS, mergeContract } from './merge-contract.js';

const CONTRACT: Contract = {
  loopVersion: 1,
  goal: 'Sort mail',
  model: null,
  tools: null,
  knowledge: null,
  approve: null,
  onRejected: null,
  limits: toContractLimits(null),
  instructions: 'Do it.',
};

const AGENT = AGENT_DEFINITIONS.created({
  name: 'Support',
  model: 'shop/small',
  instructions: 'Be kind.',
  tools: ['files.read', 'files.write'],
  approve: ['files.write'],
  knowledge: ['handbook'],
  limits: { max_steps: 10, max_tokens: 1_000 },
  temperature: 0.5,
  reasoning: 'low',
});

describe('a contract together with its agent', () => {
  it('a contract takes every field that it omits from its agent', () => {
    expect(mergeContract(CONTRACT, AGENT, null)).toEqual({
      loopVersion: 1,
      goal: 'Sort mail',
      model: 'shop/small',
      tools: ['files.read', 'files.write'],
      knowledge: ['handbook'],
      citations: false,
      approve: ['files.write'],
      onRejected: 'report',
      limits: {
        ...DEFAULT_LIMITS,
        maxSteps: 10,
        maxTokens: 1_000,
        maxCostUsd: null,
        timeoutSeconds: null,
      },
      instructions: 'Be kind.\n\nDo it.',
      temperature: 0.5,
      reasoning: 'low',
    });
  });

  it('the fields of a contract override those of its agent, even when they are empty', () => {
    const given = { ...CONTRACT, model: 'shop/free', tools: [], knowledge: [], approve: [] };
    expect(mergeContract({ ...given, onRejected: 'fail' }, AGENT, null)).toMatchObject({
      model: 'shop/free',
      tools: [],
      knowledge: [],
      approve: [],
      onRejected: 'fail',
    });
  });

  it('the lower of two limits applies to the merged contract', () => {
    const limits = toContractLimits({ max_steps: 20, max_tokens: 500, max_cost_usd: 2 });
    expect(mergeContract({ ...CONTRACT, limits }, AGENT, null).limits).toMatchObject({
      maxSteps: 10,
      maxTokens: 500,
      maxCostUsd: 2,
    });
  });

  it('a contract inherits only the approvals of its own tools', () => {
    const merged = mergeContract({ ...CONTRACT, tools: ['files.read'] }, AGENT, null);
    expect(merged.approve).toEqual([]);
  });

  it.each([
    [['mcp:shop/*'], ['mcp:shop/pay'], ['mcp:shop/pay']],
    [['mcp:shop/*'], ['mcp:shop/*'], ['mcp:shop/*']],
    [['mcp:shop/pay'], ['mcp:shop/pay', 'mcp:shop/list'], ['mcp:shop/pay']],
    [['mcp:shop/pay'], ['mcp:shop/*'], []],
    [['mcp:shop/*'], ['mcp:shopping/pay'], []],
  ])('the tools %j may need the approvals %j, of which %j remain', (tools, approve, left) => {
    expect(mergeContract({ ...CONTRACT, tools, approve }, null, null).approve).toEqual(left);
  });
});

describe('what there is without one of them', () => {
  it('an agent without a contract takes its goal from the params', () => {
    expect(mergeContract(null, AGENT, 'Answer.')).toMatchObject({
      goal: 'Answer.',
      instructions: 'Be kind.',
      tools: AGENT.tools,
    });
  });

  it('a contract without an agent has the default limits and no tools', () => {
    const { limits, tools, model } = mergeContract(CONTRACT, null, 'not this');
    expect({ limits, tools, model }).toEqual({
      limits: { ...DEFAULT_LIMITS, maxCostUsd: null, timeoutSeconds: null },
      tools: [],
      model: null,
    });
  });
});
