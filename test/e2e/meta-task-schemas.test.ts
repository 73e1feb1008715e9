import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError, requireProblem } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { newMetaTask, postMetaTask } from '../support/meta-tasks.js';
import { TASKS, taskWhen } from '../support/tasks.js';
import { AT_ONCE_MS } from '../support/deadlines.js';

const PYTHON = 'def run(params, reporter):\n    return params\n';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

describe.each(['params_schema', 'result_schema'])('a %s', (field) => {
  const wide = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`p${index}`, true]));
  const deep = JSON.parse(`${'{"not":'.repeat(40)}{}${'}'.repeat(40)}`) as object;
  it.each([
    ['of a wrong type', { type: 'strin' }, '/type'],
    [
      'with a wrong keyword value',
      { properties: { a: { minimum: 'x' } } },
      '/properties/a/minimum',
    ],
    [
      'with a pattern that could run for ever',
      { properties: { a: { pattern: '^(?=a)b' } } },
      '/properties/a/pattern',
    ],
    ['with a broken pattern', { pattern: '(' }, '/pattern'],
    ['that refers to itself without end', { $ref: '#' }, ''],
    [
      'that refers to another document',
      { properties: { a: { $ref: 'https://example.com/x' } } },
      '/properties/a/$ref',
    ],
    ['that refers to a file', { $ref: 'file:///etc/passwd' }, '/$ref'],
    ['that is too deep', deep, ''],
    ['that holds too much', { properties: wide }, ''],
    ['that is too large', { description: 'x'.repeat(300_000) }, ''],
    ['of an unknown draft', { $schema: 'http://json-schema.org/draft-03/schema#' }, '/$schema'],
  ])('a schema %s is refused with a pointer', async (_, schema, pointer) => {
    const { status, code, errors } = requireProblem(
      await postMetaTask(server, { name: 'x', [field]: schema }),
    );
    expect([status, code, errors[0]?.pointer]).toEqual([
      422,
      'invalid_schema',
      `/${field}${pointer}`,
    ]);
  });

  it('a schema whose pattern invites backtracking is checked in time', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const { identifier } = await newMetaTask(server, {
      name: 'Evil',
      script: PYTHON,
      [field]: schema,
    });
    const began = performance.now();
    const body = { task_type_identifier: identifier, params: { a: `${'a'.repeat(50_000)}!` } };
    const answer = await server.call<{ id: string }>('POST', TASKS, { body });
    if (field === 'params_schema') expect(readError(answer)).toBe('422 invalid_params');
    else
      expect(await taskWhen(server, answer.body.id)).toMatchObject({
        error_code: 'invalid_result',
      });
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  });
});
