import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../../base/kernel/json.js';
import type { ModelReply } from '../model-gateway.js';
import { SchemaAnswer } from './schema-answer.js';

const OBJECT: JsonObject = { type: 'object', properties: { a: { type: 'number' } } };
const LIST: JsonObject = { type: 'array' };

const reply = (given: Partial<ModelReply>) =>
  ({ text: '', calls: [], finish: 'stop', ...given }) as unknown as ModelReply;
const call = (input: unknown, problem: string | null = null, name = 'answer') =>
  ({ id: name, name, input, problem }) as ModelReply['calls'][number];

describe('the answer of a model by a schema', () => {
  it('an object is the input of the tool itself, and anything else is a member of it', () => {
    const [tool] = new SchemaAnswer(OBJECT).added(null).tools;
    expect(tool?.inputSchema).toEqual(OBJECT);
    const { system, tools } = new SchemaAnswer(LIST).added('Be kind.');
    expect(system).toMatch(/^Be kind\.\n\nGive your answer by one call/);
    expect(tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: { value: LIST },
      required: ['value'],
    });
  });

  it.each<[string, JsonObject, Partial<ModelReply>, object]>([
    ['a call', OBJECT, { calls: [call({ a: 1 })] }, { value: { a: 1 } }],
    ['a call among others', OBJECT, { calls: [call(1, null, 'b'), call({})] }, { value: {} }],
    ['a call with a member', LIST, { calls: [call({ value: [1] })] }, { value: [1] }],
    ['a call with nothing', LIST, { calls: [call({ value: null })] }, { value: null }],
    [
      'a call without it',
      LIST,
      { calls: [call([1])] },
      { problem: expect.stringContaining('"value"') },
    ],
    [
      'no JSON',
      OBJECT,
      { calls: [call({}, 'no')] },
      { problem: expect.stringContaining('not JSON: no') },
    ],
    ['text that is JSON', OBJECT, { text: ' {"a":1} ' }, { value: { a: 1 } }],
    ['text in a fence', OBJECT, { text: '```json\n[1,\n2]\n```\n' }, { value: [1, 2] }],
    ['text in a plain fence', OBJECT, { text: '```\n7\n```' }, { value: 7 }],
    ['text in a wide fence', OBJECT, { text: '\n ```json \r\n\n 7\n\n ```\n' }, { value: 7 }],
    [
      'a fence of empty lines',
      OBJECT,
      { text: `\`\`\`json\n${'\n'.repeat(100_000)}x` },
      { problem: expect.stringContaining('not called') },
    ],
    [
      'other text',
      OBJECT,
      { text: 'It is 1.' },
      { problem: expect.stringContaining('not called') },
    ],
    [
      'half an answer',
      OBJECT,
      { text: '1', finish: 'length' },
      { problem: expect.stringContaining('cut off') },
    ],
  ])('an answer of %s is read', (_, schema, given, answer) => {
    expect(new SchemaAnswer(schema).read(reply(given))).toEqual(answer);
  });

  it('a model hears of each of its calls what was wrong', () => {
    const answer = new SchemaAnswer(OBJECT);
    const [message] = answer.correction(
      reply({ calls: [call({}), call(1, null, 'b')] }),
      'a is missing',
    );
    expect(message).toEqual({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'answer',
          toolName: 'answer',
          output: { type: 'error-text', value: expect.stringContaining('schema: a is missing.') },
        },
        {
          type: 'tool-result',
          toolCallId: 'b',
          toolName: 'b',
          output: { type: 'error-text', value: 'There is no tool "b".' },
        },
      ],
    });
    expect(answer.correction(reply({}), 'a is missing')).toEqual([
      { role: 'user', content: expect.stringContaining('a is missing') },
    ]);
  });
});
