import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import {
  assertShallow,
  earlierResult,
  earlierTaskAnswer,
  earlierToolAnswer,
  taskAnswer,
  toolAnswer,
} from './answers.js';

const content = [{ type: 'text', text: 'x' }];
const OUTPUT = { content, structured: null, is_error: false };

describe('the answer to a call of a tool', () => {
  it.each<[string, JsonObject, object]>([
    ['a result', { content }, { kind: 'result', output: OUTPUT }],
    ['a complete one', { resultType: 'complete', content }, { kind: 'result', output: OUTPUT }],
    [
      'a result with values alone',
      { structuredContent: { a: 1 }, isError: true },
      { kind: 'result', output: { content: [], structured: { a: 1 }, is_error: true } },
    ],
    [
      'a task',
      { resultType: 'task', taskId: 't', pollIntervalMs: 5 },
      { kind: 'task', task: { id: 't', pollMs: 5, session: null } },
    ],
    [
      'a task that says no interval',
      { resultType: 'task', taskId: 't', pollIntervalMs: -1 },
      { kind: 'task', task: { id: 't', pollMs: null, session: null } },
    ],
    [
      'questions',
      { resultType: 'input_required', requestState: 's', inputRequests: { a: {} } },
      { kind: 'asks', requests: { a: {} }, state: 's' },
    ],
    ['no question', { resultType: 'input_required' }, { kind: 'asks', requests: {}, state: null }],
  ])('the answer of a server with %s is read', (_, given, answer) => {
    expect(toolAnswer(given)).toEqual(answer);
  });

  it.each<[string, JsonObject]>([
    ['an unknown kind', { resultType: 'other', content }],
    ['content that is not a list', { content: {} }],
    ['content of texts', { content: ['x'] }],
    ['a flag that is not a boolean', { content, isError: 'no' }],
    ['no content', {}],
    ['a task without an id', { resultType: 'task', taskId: '' }],
    ['a task with a long id', { resultType: 'task', taskId: 'x'.repeat(1_001) }],
    ['a state that is not text', { resultType: 'input_required', requestState: 1 }],
    ['a long state', { resultType: 'input_required', requestState: 'x'.repeat(256 * 1024 + 1) }],
    [
      'a question that is not an object',
      { resultType: 'input_required', inputRequests: { a: 'x' } },
    ],
    [
      'too many questions',
      {
        resultType: 'input_required',
        inputRequests: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`q${n}`, {}])),
      },
    ],
  ])('an answer with %s is an error', (_, given) => {
    expect(() => toolAnswer(given)).toThrow(/answered|asks/);
  });
});

describe('the state of a task of a server', () => {
  it.each<[JsonObject, object]>([
    [
      { status: 'working', pollInterval: 3 },
      { kind: 'working', pollMs: 3 },
    ],
    [
      { status: 'input_required', inputRequests: { a: {} } },
      { kind: 'asks', requests: { a: {} } },
    ],
    [
      { status: 'completed', result: { content } },
      { kind: 'result', output: OUTPUT },
    ],
    [{ status: 'cancelled' }, { kind: 'failed', message: 'has cancelled the task.' }],
    [
      { status: 'failed', error: { message: 'broke' }, statusMessage: 'other' },
      { kind: 'failed', message: expect.stringContaining('broke') },
    ],
    [
      { status: 'failed', statusMessage: 'why' },
      { kind: 'failed', message: expect.stringContaining('why') },
    ],
    [{ status: 'failed' }, { kind: 'failed', message: expect.stringContaining('no reason') }],
  ])('the state %j is read', (given, answer) => {
    expect(taskAnswer(given)).toEqual(answer);
  });

  it.each<JsonObject>([
    { status: 'completed' },
    { status: 'lost' },
    { status: 'input_required' },
    {},
  ])('the state %j is an error', (given) => {
    expect(() => taskAnswer(given)).toThrow(/completed|says that|asks/);
  });

  it.each<[JsonObject, string]>([
    [{ status: 'completed' }, 'ended'],
    [{ status: 'failed' }, 'ended'],
    [{ status: 'input_required' }, 'asking'],
    [{ status: 'working' }, 'working'],
    [{ status: 'cancelled' }, 'failed'],
  ])('the state %j of the earlier revision is %s', (given, kind) => {
    expect(earlierTaskAnswer(given)).toMatchObject({ kind });
  });

  it('a task of the earlier revision belongs to its session, and a request that was answered at once is not a task', () => {
    const task = { taskId: 't', pollInterval: 2 };
    expect(earlierToolAnswer({ task }, 's')).toEqual({
      kind: 'task',
      task: { id: 't', pollMs: 2, session: 's' },
    });
    expect(earlierToolAnswer({ content }, 's')).toEqual({ kind: 'result', output: OUTPUT });
    expect(earlierResult({ content })).toEqual({ kind: 'result', output: OUTPUT });
  });
});

it('values of 200 levels are taken, and deeper ones refused', () => {
  const deep = (levels: number): Json => {
    let value: Json = 'x';
    for (let n = 0; n < levels; n += 1) value = n % 2 ? [value] : { a: value };
    return value;
  };
  expect(() => assertShallow(deep(200))).not.toThrow();
  for (const levels of [201, 20_000]) expect(() => assertShallow(deep(levels))).toThrow('200 deep');
});
