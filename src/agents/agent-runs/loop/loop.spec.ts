import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import type { ModelReply } from '../../models/model-gateway.js';
import { AgentLoop, type LoopSpec, type Turn } from './loop.js';
import { DataParts, type ToolAnswer, userMessage } from './messages.js';
import { ResultTool } from './result-tool.js';

const SCHEMA = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

interface Limits {
  maxSteps?: number;
  maxToolCalls?: number;
  maxTokens?: number;
  maxCostUsd?: number | null;
}

function createLoop(limits: Limits = {}, more: Partial<LoopSpec> = {}): AgentLoop {
  return new AgentLoop({
    contract: {
      limits: {
        maxSteps: 40,
        maxToolCalls: 200,
        maxTokens: 500_000,
        maxParallelTools: 4,
        maxCostUsd: null,
        timeoutSeconds: null,
        ...limits,
      },
      temperature: null,
      reasoning: null,
    },
    model: {
      ref: 'test/m',
      model: 'm',
      contextTokens: 100_000,
      maxOutputTokens: 1_000,
      prices: null,
      images: false,
      embeddings: null,
    },
    system: 'system',
    opening: [userMessage('Goal: count.')],
    tools: [{ name: 'files_read', description: 'Reads.', inputSchema: { type: 'object' } }],
    resultTool: null,
    data: new DataParts('task'),
    ...more,
  });
}

const withSchema = (limits: Limits = {}): AgentLoop =>
  createLoop(limits, { resultTool: new ResultTool(SCHEMA) });

/** Builds a reply with calls, given as `[name, input]`, or with a text. */
function reply(
  said: string | readonly (readonly [string, Json])[],
  more: Partial<ModelReply> = {},
): ModelReply {
  const calls = typeof said === 'string' ? [] : said;
  return {
    messages: [{ role: 'assistant', content: typeof said === 'string' ? said : '' }],
    text: typeof said === 'string' ? said : '',
    calls: calls.map(([name, input], index) => ({
      id: `call-${index}`,
      name,
      input,
      problem: null,
    })),
    finish: calls.length > 0 ? 'tool_calls' : 'stop',
    usage: {
      inputTokens: 10,
      cachedTokens: 0,
      outputTokens: 5,
      reasoningTokens: 0,
      costMicroUsd: null,
    },
    ...more,
  };
}

const answer = (text: string): ToolAnswer => ({ text, failed: false, origin: 'file', path: null });

/** Returns the messages of the next request. */
function messages(loop: AgentLoop): readonly JsonObject[] {
  const turn = loop.next();
  if (turn.kind !== 'model') throw new Error(`the next turn is ${JSON.stringify(turn)}`);
  return turn.request.messages;
}

function lastText(loop: AgentLoop): string {
  return JSON.stringify(messages(loop).at(-1));
}

function readEnd(turn: Turn): unknown {
  return turn.kind === 'end' ? turn.end : turn.kind;
}

describe('the loop of an agent', () => {
  it('a text answer ends the loop when the result has no schema', () => {
    const loop = createLoop();
    loop.replied(reply('four'));
    expect(readEnd(loop.next())).toEqual({ kind: 'success', result: 'four' });
  });

  it('the loop runs the requested calls and adds their answers in order, marked as data', () => {
    const loop = createLoop();
    loop.replied(
      reply([
        ['files_read', { path: '/a' }],
        ['files_read', { path: '/b' }],
      ]),
    );
    expect(loop.next()).toMatchObject({ kind: 'tools', calls: [{ number: 1 }, { number: 2 }] });
    loop.answered([answer('A'), answer('B')]);
    expect(lastText(loop)).toMatch(/<data-[0-9a-f]{16} origin=.*A.*call-1.*B/);
  });

  it('the model may correct an invalid result three times before the run fails', () => {
    const loop = withSchema();
    for (let time = 0; time < 3; time += 1) {
      loop.replied(reply([['submit_result', { n: 'x' }]]));
      expect(loop.next()).toEqual({ kind: 'check', result: { n: 'x' } });
      loop.checked({ issue: 'result/n must be integer' });
      expect(lastText(loop)).toContain('must be integer');
    }
    loop.replied(reply([['submit_result', { n: 'x' }]]));
    loop.next();
    loop.checked({ issue: 'result/n must be integer' });
    expect(readEnd(loop.next())).toMatchObject({ kind: 'failed', code: 'invalid_result' });
  });

  it('the loop makes the other tool calls of a turn before it checks the result', () => {
    const loop = withSchema();
    loop.replied(
      reply([
        ['submit_result', { n: 1 }],
        ['files_read', {}],
      ]),
    );
    expect(loop.next()).toMatchObject({ kind: 'tools', calls: [{ name: 'files_read' }] });
    loop.answered([answer('A')]);
    expect(loop.next()).toEqual({ kind: 'check', result: { n: 1 } });
    loop.checked({ result: { n: 1 } });
    expect(readEnd(loop.next())).toEqual({ kind: 'success', result: { n: 1 } });
  });

  it('JSON in a text answer counts as the result, and any other text prompts for the result call', () => {
    const loop = withSchema();
    loop.replied(reply('I am done.'));
    expect(lastText(loop)).toContain('submit_result');
    loop.replied(reply('```json\n{"n": 2}\n```'));
    expect(loop.next()).toEqual({ kind: 'check', result: { n: 2 } });
  });

  it('the result tool wraps a result that is not an object', () => {
    const tool = new ResultTool({ type: 'array', items: { type: 'string' } });
    expect(tool.tool.inputSchema).toMatchObject({ type: 'object', required: ['result'] });
    expect(tool.readResult({ result: ['a'] })).toEqual(['a']);
  });

  it('the model is warned once that its answer was cut off, and the second time the run fails', () => {
    const loop = createLoop();
    loop.replied(reply([['files_read', {}]], { finish: 'length' }));
    expect(lastText(loop)).toContain('cut off');
    loop.replied(reply('long', { finish: 'length' }));
    expect(readEnd(loop.next())).toMatchObject({ code: 'model_error' });
  });

  it('the loop ends when the model refuses', () => {
    const loop = createLoop();
    loop.replied(reply('No.', { finish: 'refused' }));
    expect(readEnd(loop.next())).toMatchObject({ code: 'model_refused' });
  });

  it('the third identical call brings a warning, and the tenth ends the loop', () => {
    const loop = createLoop();
    for (let time = 1; time < 10; time += 1) {
      loop.replied(reply([['files_read', { b: 1, a: 2 }]]));
      loop.answered([answer('same')]);
      expect(lastText(loop).includes('times running')).toBe(time >= 3);
    }
    loop.replied(reply([['files_read', { a: 2, b: 1 }]]));
    expect(readEnd(loop.next())).toMatchObject({ code: 'budget_exceeded' });
  });

  it('the loop ends at the limits on model calls and tool calls', () => {
    const steps = createLoop({ maxSteps: 1 });
    steps.next();
    steps.replied(reply([['files_read', {}]]));
    steps.answered([answer('A')]);
    expect(readEnd(steps.next())).toMatchObject({ code: 'budget_exceeded' });
    const calls = createLoop({ maxToolCalls: 1 });
    calls.replied(
      reply([
        ['files_read', { a: 1 }],
        ['files_read', { a: 2 }],
      ]),
    );
    expect(readEnd(calls.next())).toMatchObject({ code: 'budget_exceeded' });
  });

  it('the limits stop new steps but never the replay of recorded ones', () => {
    const loop = createLoop({ maxSteps: 1, maxToolCalls: 1, maxTokens: 50 });
    const calls = reply([
      ['files_read', { a: 1 }],
      ['files_read', { a: 2 }],
    ]);
    expect(loop.next('recorded').kind).toBe('model');
    loop.replied({ ...calls, usage: { ...calls.usage, inputTokens: 1_000 } });
    expect(readEnd(loop.next('resumed'))).toMatchObject({ code: 'budget_exceeded' });
    expect(loop.next('recorded').kind).toBe('tools');
    loop.answered([answer('A'), answer('B')]);
    expect(loop.next('recorded').kind).toBe('model');
    for (const place of ['resumed', 'new'] as const)
      expect(readEnd(loop.next(place))).toMatchObject({ code: 'budget_exceeded' });
  });

  it('a retried attempt continues where the previous one ended', () => {
    const wrong = withSchema();
    const hand = (loop: AgentLoop): void => {
      loop.replied(reply([['submit_result', { n: 'x' }]]));
      loop.next('recorded');
      loop.checked({ issue: 'result/n must be integer' });
    };
    for (let time = 0; time < 4; time += 1) hand(wrong);
    expect(wrong.next('resumed').kind).toBe('model');
    for (let time = 0; time < 3; time += 1) {
      hand(wrong);
      expect(wrong.next().kind).toBe('model');
    }
    hand(wrong);
    expect(readEnd(wrong.next())).toMatchObject({ code: 'invalid_result' });

    const same = createLoop();
    for (let time = 1; time <= 10; time += 1) {
      same.replied(reply([['files_read', {}]]));
      if (time < 10) same.answered([answer('same')]);
    }
    expect(same.next('resumed').kind).toBe('tools');
    const cut = createLoop();
    for (let time = 0; time < 2; time += 1) cut.replied(reply('long', { finish: 'length' }));
    expect(cut.next('recorded').kind).toBe('model');
  });

  it('each request reports what it adds to the one before it', () => {
    const loop = createLoop();
    const added = (): unknown => {
      const turn = loop.next();
      return turn.kind === 'model' ? [turn.restarted, turn.added.length] : turn.kind;
    };
    expect(added()).toEqual([false, 1]);
    loop.replied(reply([['files_read', {}]]));
    loop.answered([answer('A')]);
    expect(added()).toEqual([false, 1]);
    expect(added()).toEqual([false, 0]);
  });

  it('the remaining token budget lowers the limit of an answer', () => {
    const loop = createLoop({ maxTokens: 300 });
    const turn = loop.next();
    expect(turn).toMatchObject({ kind: 'model' });
    expect(turn.kind === 'model' && turn.request.maxOutputTokens).toBeLessThan(300);
    loop.replied(
      reply([['files_read', {}]], {
        usage: {
          inputTokens: 200,
          cachedTokens: 0,
          outputTokens: 90,
          reasoningTokens: 0,
          costMicroUsd: null,
        },
      }),
    );
    loop.answered([answer('A')]);
    expect(readEnd(loop.next())).toMatchObject({ code: 'budget_exceeded' });
  });

  it('the loop shortens old answers first, then asks for a summary of the work', () => {
    const loop = createLoop();
    const usage = (inputTokens: number): Partial<ModelReply> => ({
      usage: {
        inputTokens,
        cachedTokens: 0,
        outputTokens: 10,
        reasoningTokens: 0,
        costMicroUsd: null,
      },
    });
    for (let turn = 0; turn < 4; turn += 1) {
      loop.replied(reply([['files_read', { turn }]], usage(1_000)));
      loop.answered([{ ...answer('x'.repeat(30_000)), path: `/.agent/${turn}` }]);
    }
    loop.replied(reply([['files_read', { turn: 4 }]], usage(90_000)));
    loop.answered([answer('x')]);
    const shorter = JSON.stringify(messages(loop));
    expect(shorter).toContain('All of it is in the file /.agent/0.');
    expect(shorter).toContain('All of it is in the file /.agent/2.');
    expect(loop.next()).toMatchObject({ purpose: 'answer' });
    loop.replied(reply([['files_read', { turn: 5 }]], usage(90_000)));
    loop.answered([answer('y'.repeat(250_000))]);
    expect(loop.next()).toMatchObject({ purpose: 'summary' });
    loop.replied(reply('I have read six files.', usage(90_000)));
    expect(messages(loop)).toHaveLength(2);
    expect(lastText(loop)).toContain('I have read six files.');
  });

  it('identical reports lead the loop to identical requests', () => {
    const run = (): string => {
      const loop = withSchema();
      const requests: unknown[] = [loop.next()];
      loop.replied(
        reply([
          ['files_read', { a: 1 }],
          ['nothing', {}],
        ]),
      );
      loop.answered([answer('A'), { text: 'no tool', failed: true, origin: null, path: null }]);
      requests.push(loop.next());
      loop.replied(reply([['submit_result', { n: 1 }]]));
      requests.push(loop.next());
      return JSON.stringify(requests);
    };
    expect(run()).toBe(run());
  });
});

/** Returns a seeded generator of numbers from 0 to 1, so that failures can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('the budget', () => {
  it('the token budget is exceeded by one answer at most, in 1,000 random conversations', () => {
    for (let seed = 0; seed < 1_000; seed += 1) {
      const next = random(seed);
      const maxTokens = 500 + Math.floor(next() * 20_000);
      const loop = withSchema({ maxTokens, maxSteps: 1_000, maxToolCalls: 5_000 });
      let used = 0;
      for (let turn = loop.next(); turn.kind !== 'end'; turn = loop.next()) {
        if (turn.kind === 'tools') {
          loop.answered(turn.calls.map(() => answer('x'.repeat(Math.floor(next() * 4_000)))));
        } else if (turn.kind === 'check') {
          loop.checked(next() < 0.5 ? { issue: 'wrong' } : { result: turn.result });
        } else {
          // Simulates a provider that counts about four bytes per token and answers up to the limit.
          const inputTokens = Math.ceil(JSON.stringify(turn.request).length / 4);
          const outputTokens = Math.ceil(next() * turn.request.maxOutputTokens);
          used += inputTokens + outputTokens;
          expect(used - maxTokens).toBeLessThanOrEqual(1_000);
          const usage = {
            inputTokens,
            outputTokens,
            cachedTokens: 0,
            reasoningTokens: 0,
            costMicroUsd: null,
          };
          const calls = Array.from(
            { length: 1 + Math.floor(next() * 3) },
            () => ['files_read', { n: next() }] as const,
          );
          const said = next() < 0.1 ? [['submit_result', { n: 1 }] as const] : calls;
          loop.replied(reply(said, { usage, finish: next() < 0.02 ? 'length' : 'tool_calls' }));
        }
      }
    }
  });
});
