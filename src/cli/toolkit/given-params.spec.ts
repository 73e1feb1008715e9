import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import { type GivenObject, paramsFlags, readGiven, typedObject } from './given-params.js';

const FLAGS = paramsFlags('run.md#params');

const SCHEMA = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    either: { type: ['string', 'number'] },
    maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    choice: { enum: ['1', '2'] },
    list: { type: 'array' },
    names: { type: 'array', items: { type: 'string' } },
    ratio: { type: 'number' },
    level: { $ref: '#/$defs/level', default: 1 },
    mode: { allOf: [{ $ref: '#/$defs/mode' }], description: 'How' },
    perhaps: { anyOf: [{ $ref: '#/$defs/mode' }, { type: 'null' }] },
    sure: { const: true },
    loop: { $ref: '#/properties/loop' },
    away: { $ref: '#elsewhere' },
  },
  $defs: { level: { type: 'integer' }, mode: { enum: ['fast', 'slow'] } },
};

async function givenParams(given: GivenObject, schema: JsonObject | null): Promise<Json> {
  return typedObject(await readGiven(given, FLAGS), schema, FLAGS);
}

describe('params on a command line', () => {
  it.each([
    ['text=5', { text: '5' }],
    ['text=a=b', { text: 'a=b' }],
    ['count=5', { count: 5 }],
    ['either=5', { either: 5 }],
    ['either=five', { either: 'five' }],
    ['maybe=null', { maybe: null }],
    ['maybe=0012', { maybe: '0012' }],
    ['choice=1', { choice: '1' }],
    ['list=[1, 2]', { list: [1, 2] }],
    ['other=true', { other: true }],
    ['other=yes', { other: 'yes' }],
    ['toString=x', { toString: 'x' }],
    ['either="5"', { either: '5' }],
    ['count=-05', { count: -5 }],
    ['ratio=1e300', { ratio: 1e300 }],
    ['level=3', { level: 3 }],
    ['mode=slow', { mode: 'slow' }],
    ['perhaps=null', { perhaps: null }],
    ['perhaps=fast', { perhaps: 'fast' }],
    ['sure=true', { sure: true }],
    ['loop=1', { loop: 1 }],
    ['away=1', { away: 1 }],
    ['other=12345678901234567890', { other: '12345678901234567890' }],
  ])('the parameter %s gets the type of its schema', async (param, params) =>
    expect(await givenParams({ single: [param] }, SCHEMA)).toEqual(params),
  );

  it('single parameters override members of the whole object', async () =>
    expect(await givenParams({ whole: '{"a": 1, "b": 2}', single: ['b=3'] }, null)).toEqual({
      a: 1,
      b: 3,
    }));

  it.each([
    [{ single: ['count=many'] }, '--param count=many: it must be integer.'],
    [{ single: ['level=0.5'] }, '--param level=0.5: it must be integer.'],
    [{ single: ['ratio=1e400'] }, 'must be number'],
    [{ single: ['mode=none'] }, '--param mode=none: it must be one of fast, slow.'],
    [{ single: ['perhaps=none'] }, 'must be one of fast, slow, null'],
    [{ single: ['=1'] }, 'must be name=value'],
    [{ whole: '{"a":' }, '--params is not JSON'],
    [{ whole: '{"a":[1e400]}' }, '--params cannot be sent: /a/0 is the number 1e400'],
    [{ whole: '{"a":9007199254740993}' }, 'would become 9007199254740992'],
    [{ single: ['count=9007199254740993'] }, '--param count=9007199254740993: it must be integer.'],
    [{ whole: '[1]' }, '--params must be a JSON object.'],
    [{ whole: '/nowhere/params.json' }, '--params /nowhere/params.json names no file.'],
    [{ whole: 'src/cli.ts' }, '--params src/cli.ts is not JSON'],
  ])('the given parameters %j are rejected', async (given, why) => {
    await expect(givenParams(given, SCHEMA)).rejects.toThrow(why);
  });

  it.each([
    ['names=Ada', `--param names='["Ada"]'`],
    ['names=Ada, 5', `--param names='["Ada","5"]'`],
    ['list=5', `--param list='[5]'`],
    ['count=many', '--param count=3'],
  ])('the parameter %s is rejected with its correct form', async (param, form) => {
    const refused = givenParams({ single: [param] }, SCHEMA);
    await expect(refused).rejects.toMatchObject({ fix: `Write it as ${form}.` });
  });
});
