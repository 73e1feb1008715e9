import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import { paramsFlags } from './given-params.js';
import { completeParams, refusedObject, takesParams } from './complete-params.js';

const FLAGS = paramsFlags('x.md');
const OPEN = {
  properties: { name: { type: 'string' }, count: { type: 'integer' } },
  required: ['name'],
};
const CLOSED = { ...OPEN, additionalProperties: false };

let written: string;
beforeEach(() => {
  written = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function completed(base: JsonObject, schema: JsonObject | null): Promise<Json> {
  return completeParams({ base, single: [] }, schema, FLAGS).catch(
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  );
}

const GUESS = 'There is no param "nme": did you mean "name"?';
it.each<
  [what: string, params: JsonObject, schema: JsonObject | null, expected: Json, warning: string]
>([
  ['all that is needed', { name: 'a' }, OPEN, { name: 'a' }, ''],
  ['no schema', { x: 1 }, null, { x: 1 }, ''],
  [
    'nothing',
    {},
    OPEN,
    'missing_params: The params have no "name", which the params_schema requires.',
    '',
  ],
  ['a slip for what is needed', { nme: 'a' }, OPEN, `unknown_param: ${GUESS}`, ''],
  [
    'a slip beside all',
    { name: 'a', cont: 1 },
    OPEN,
    { name: 'a', cont: 1 },
    'warning: There is no param "cont": did you mean "count"?\n',
  ],
  [
    'a slip where nothing else may be',
    { name: 'a', cont: 1 },
    CLOSED,
    'unknown_param: There is no param "cont": did you mean "count"?',
    '',
  ],
  ['a further param', { name: 'a', zzzzzz: 1 }, OPEN, { name: 'a', zzzzzz: 1 }, ''],
])(
  'params are completed or refused where there is no terminal: %s',
  async (_, params, schema, expected, warning) => {
    expect([await completed(params, schema), written]).toEqual([expected, warning]);
  },
);

it('a task takes params unless its schema says that it has none', () => {
  const none = { additionalProperties: false };
  expect([null, {}, CLOSED, none].map(takesParams)).toEqual([true, true, true, false]);
  const refused = refusedObject({ code: 'c', message: 'm', errors: [] }, FLAGS);
  expect([refused.code, refused.message]).toEqual(['c', 'm']);
});
