import { describe, expect, it } from '@jest/globals';
import type { Issue } from './agent-tools.js';
import { compileContract, limitIssues } from './compile-contract.js';
import { parseContract, serialiseContract } from './contract.js';
import type { ContractPlace } from './contract-rules.js';
import { ContractWorld } from './contract-world.js';

/** A project with one object of each kind. */
class SmallWorld extends ContractWorld {
  readonly caps = { maxSteps: 500, maxTokens: 1_000_000 };

  modelIssue(ref: string | null): Promise<Issue | null> {
    const known = ref === null || ref === 'shop/small' || ref === 'shop/free';
    return Promise.resolve(known ? null : { kind: 'invalid', message: `no model "${ref}"` });
  }

  hasPrices(ref: string | null): Promise<boolean> {
    return Promise.resolve(ref === 'shop/small');
  }

  metaTaskIssue(identifier: string): Promise<Issue | null> {
    const message = `there is no meta-task "${identifier}"`;
    return Promise.resolve(identifier === 'refund' ? null : { kind: 'invalid', message });
  }

  mcpIssue(server: string, tool: string): Promise<Issue | null> {
    const message = `the MCP server "${server}" has no tool "${tool}"`;
    const known = server === 'github' && tool === 'get_issue';
    return Promise.resolve(known ? null : { kind: 'unavailable', message });
  }

  workspaceIssue(name: string): Promise<Issue | null> {
    const message = `there is no workspace "${name}"`;
    return Promise.resolve(name === 'handbook' ? null : { kind: 'invalid', message });
  }
}

const PLACE: ContractPlace = {
  world: new SmallWorld(),
  network: 'open',
  memory: null,
  inherited: { model: null, tools: [] },
};

const contract = (front: string, body = 'Do it.'): string =>
  `---\ngoal: Sort mail\n${front}\n---\n${body}\n`;

async function listIssues(text: string, place: Partial<ContractPlace> = {}): Promise<string[]> {
  const compiled = await compileContract(text, { ...PLACE, ...place });
  if (compiled.ok) return [];
  return compiled.issues.map(
    ({ line, column, kind, message }) => `${line}:${column} ${kind} ${message}`,
  );
}

describe('a contract', () => {
  it('a contract is compiled with all its fields, and its program reads back the same', async () => {
    const text = [
      '---',
      'goal: Sort the messages by urgency.',
      'model: shop/small',
      'tools: [files.read, http.request, code.run, ask_person, "task:refund", "mcp:github/get_issue"]',
      'knowledge: [handbook, "*"]',
      'citations: true',
      'approve: ["task:refund"]',
      'on_rejected: fail',
      'limits: { max_steps: 7, max_tool_calls: 8, max_tokens: 9, max_cost_usd: 0.5, timeout_seconds: 60, max_parallel_tools: 2 }',
      '---',
      '',
      '# How',
      'Read.',
    ].join('\r\n');
    const compiled = await compileContract(text, PLACE);
    const expected = {
      loopVersion: 1,
      goal: 'Sort the messages by urgency.',
      model: 'shop/small',
      tools: [
        'files.read',
        'http.request',
        'code.run',
        'ask_person',
        'task:refund',
        'mcp:github/get_issue',
      ],
      knowledge: ['handbook', '*'],
      citations: true,
      approve: ['task:refund'],
      onRejected: 'fail',
      limits: {
        maxSteps: 7,
        maxToolCalls: 8,
        maxTokens: 9,
        maxCostUsd: 0.5,
        timeoutSeconds: 60,
        maxParallelTools: 2,
      },
      instructions: '# How\nRead.',
    };
    expect(compiled).toEqual({ ok: true, contract: expected });
    if (compiled.ok) expect(parseContract(serialiseContract(compiled.contract))).toEqual(expected);
  });

  it('a contract leaves every field that it omits to the agent', async () => {
    const compiled = await compileContract(contract(''), PLACE);
    expect(compiled).toMatchObject({
      contract: { model: null, tools: null, knowledge: null, approve: null, onRejected: null },
    });
  });

  it.each([
    [
      'a tool that is misspelt',
      'tools: [files.read, files.raed]',
      '3:21 invalid tools.1: "files.raed" is not a tool: did you mean "files.read"?',
    ],
    [
      'a tool of nothing',
      'tools:\n  - shell',
      '4:5 invalid tools.0: "shell" is not a tool: tools are',
    ],
    [
      'a secret',
      'tools: [secrets.get]',
      '3:9 invalid tools.0: secrets.get is not a tool for models: a model gets no secret',
    ],
    [
      'any meta-task',
      'tools: [task.run]',
      'tools.0: task.run is not a tool for models: name each meta-task',
    ],
    [
      'a meta-task that is not there',
      'tools: ["task:reprot"]',
      '3:9 invalid tools.0: there is no meta-task "reprot"',
    ],
    ['a meta-task without a name', 'tools: ["task:*"]', '"task:*" names no meta-task'],
    [
      'all tools of an MCP server',
      'tools: ["mcp:github/*"]',
      '3:9 invalid tools.0: "mcp:github/*" names no tool of an MCP server',
    ],
    [
      'a tool of an MCP server that may not be called',
      'tools: ["mcp:github/drop"]',
      '3:9 unavailable tools.0: the MCP server "github" has no tool "drop"',
    ],
    [
      'a memory',
      'tools: [memory.search]',
      '3:9 invalid tools.0: memory.search needs memories to read',
    ],
    ['a model that is not there', 'model: shop/large', '3:1 invalid model: no model "shop/large"'],
    [
      'a workspace that is not there',
      'knowledge: [handbok]',
      '3:13 invalid knowledge.0: there is no workspace "handbok"',
    ],
    [
      'an approval of nothing',
      'tools: [files.read]\napprove: [files.write]',
      '4:11 invalid approve.0: "files.write" is none of the tools',
    ],
    [
      'a cost of what has no price',
      'model: shop/free\nlimits: { max_cost_usd: 1 }',
      '4:11 unavailable limits.max_cost_usd: max_cost_usd cannot be held, because the model "shop/free" has no prices',
    ],
    [
      'a cost of the default model',
      'limits: { max_cost_usd: 1 }',
      'the default model has no prices',
    ],
    [
      'an unknown field',
      'limit: 5',
      '3:1 invalid limit is not a known field: did you mean "limits"?',
    ],
    [
      'an unknown limit',
      'limits:\n  max_step: 5',
      '4:3 invalid limits.max_step is not a known field: did you mean "max_steps"?',
    ],
    [
      'a limit too high',
      'limits: { max_parallel_tools: 17 }',
      '3:11 invalid limits.max_parallel_tools',
    ],
    [
      'more steps than the installation allows',
      'limits: { max_steps: 501 }',
      '3:11 invalid limits.max_steps: this installation allows 500 at most (METARUN_LIMITS.agent_steps)',
    ],
    [
      'more tokens than the installation allows',
      'limits: { max_tokens: 1000001 }',
      '3:11 invalid limits.max_tokens: this installation allows 1000000 at most',
    ],
    ['a tool twice', 'tools: [sleep, sleep]', '3:1 invalid tools'],
    ['no YAML', 'tools: [sleep', 'invalid'],
  ])('a contract with %s is refused with the position of the error', async (_, front, expected) => {
    const issues = await listIssues(contract(front));
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain(expected);
  });

  it('the compiler reports every issue of a contract at once', async () => {
    const issues = await listIssues(
      '---\ngoal: x\nmodel: a/b\ntools: [shell, http.request]\n---\n',
      {
        network: 'none',
      },
    );
    expect(issues).toEqual([
      expect.stringContaining('3:1 invalid model'),
      expect.stringContaining('4:9 invalid tools.0'),
      expect.stringContaining('4:16 invalid tools.1: http.request needs a network'),
      '6:1 invalid has no instructions below its front matter',
    ]);
  });

  it('a contract without front matter, a goal or instructions is refused', async () => {
    expect(await listIssues('# Only text')).toEqual([
      '1:1 invalid begins with no front matter (--- … ---)',
    ]);
    expect(await listIssues('---\ntools: []\n---\nDo.')).toEqual([
      expect.stringMatching(/^2:\d+ invalid goal is required/),
    ]);
    expect(await listIssues('---\n- a\n---\nDo.')).toEqual([
      '2:1 invalid the front matter must be fields: goal, tools, limits',
    ]);
  });

  it('a front matter that would take long to parse is refused unread', async () => {
    const text = `---\ngoal: g\ntools: [${'a, '.repeat(10_000)}]\n---\nDo it.\n`;
    const compiled = await compileContract(text, PLACE);
    expect(compiled).toMatchObject({
      ok: false,
      issues: [{ line: 1, message: expect.stringContaining('16384 are allowed') }],
    });
  });

  it('a contract may approve tools of its agent, and an unknown agent causes no issue', async () => {
    const text = contract('approve: [sleep]');
    expect(await listIssues(text)).toHaveLength(1);
    expect(await listIssues(text, { inherited: { model: null, tools: ['sleep'] } })).toEqual([]);
    expect(await listIssues(text, { inherited: null })).toEqual([]);
  });
});

describe('the limits of an agent', () => {
  it('the limits of an agent are checked: an unknown limit and a zero are refused', () => {
    expect(limitIssues({ max_steps: 3 })).toEqual([]);
    expect(limitIssues({ max_steps: 0, tokens: 1 })).toEqual([
      expect.objectContaining({ pointer: '/tokens' }),
      expect.objectContaining({ pointer: '/max_steps' }),
    ]);
  });
});
