import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import { measureBusyMs } from '../support/processes.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';

/** Slightly less than METARUN_LIMITS.body_bytes. */
const SIZE = 1_950_000;
/**
 * Maximum time that a body may take and that other clients may wait meanwhile, in ms. class-transformer took 22 to 63
 * s.
 */
const MOST_MS = 4_000;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
  const script = 'export const run = (params: unknown) => params;';
  const params_schema = { type: 'object', additionalProperties: { type: 'array' } };
  const body = { name: 'Any', identifier: 'any', script, script_language: 'typescript' };
  for (const one of [body, { ...body, identifier: 'lists', params_schema }])
    expect((await server.call('POST', at('/task-types/'), { body: one })).status).toBe(201);
});
afterAll(() => server.stop());

const at = (path: string): string => `/projects/default${path}`;
const external = (path: string): string => `/external/v1/projects/default${path}`;
const list = (item: string): string => `[${`${item},`.repeat(SIZE / (item.length + 1))}${item}]`;
const texts = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, index) => String(index)));
const members = (count: number, value = '0'): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join(',');
const long = (text: string): string => `"${text.repeat(SIZE / Buffer.byteLength(text))}"`;
const task = (more: string, type = 'any'): string => `{"task_type_identifier":"${type}",${more}}`;
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Target, body and error code of each request, by the content of the body. */
const BODIES: Record<string, [string, string, string]> = {
  'unknown keys': [external('/tasks'), `{${members(60_000)}}`, '422 validation_failed'],
  'far more keys': [external('/tasks'), `{${members(170_000)}}`, '413 too_large'],
  'one long unknown key': [external('/tasks'), `{${long('x')}:1}`, '422 validation_failed'],
  'a batch of empty items': [external('/tasks/batch'), `{"tasks":${list('{}')}}`, '413 too_large'],
  'a batch of texts': [
    external('/tasks/batch'),
    `{"tasks":${texts(200_000)}}`,
    '422 validation_failed',
  ],
  'a batch of items with unknown keys': [
    external('/tasks/batch'),
    `{"tasks":[${Array<string>(1000)
      .fill(`{${members(60)}}`)
      .join(',')}]}`,
    '422 validation_failed',
  ],
  'wide params': [external('/tasks'), task(`"params":{${members(60_000)}}`), '201'],
  'wide params of another type': [
    external('/tasks'),
    task(`"params":{${members(60_000)}}`, 'lists'),
    '422 invalid_params',
  ],
  'params of many lists': [
    external('/tasks'),
    task(`"params":{"a":${list('[]')}}`),
    '413 too_large',
  ],
  'deep params': [external('/tasks'), task(`"params":{"a":${nested(SIZE / 2)}}`), '413 too_large'],
  'depth that never ends': [external('/tasks'), `{"a":${'['.repeat(SIZE)}`, '413 too_large'],
  'a text that never ends': [external('/tasks'), `{"a":"${'x'.repeat(SIZE)}`, '400 malformed_json'],
  'a long integer': [
    external('/tasks'),
    task(`"params":{"a":${'1'.repeat(SIZE)}}`),
    '422 validation_failed',
  ],
  'many long integers': [
    external('/tasks'),
    task(`"params":{"a":${list('18014398509481984')}}`),
    '413 too_large',
  ],
  'many escapes': [external('/tasks'), task(`"params":{"a":${long('\\ud83d\\ude00')}}`), '201'],
  'half a character at the end': [
    external('/tasks'),
    task(`"params":{${members(60_000)},"z":"\\ud800"}`),
    '422 validation_failed',
  ],
  'an invalid time': [external('/tasks'), task(`"run_at":${long('T')}`), '422 validation_failed'],
  'a name of selectors': [
    external('/tasks'),
    task(`"name":${long('\ufe0f')}`),
    '422 validation_failed',
  ],
  'many phases': [
    at('/task-types/'),
    `{"name":"x","phases":${texts(200_000)}}`,
    '422 validation_failed',
  ],
  'a wide schema': [
    at('/task-types/'),
    `{"name":"x","params_schema":{"properties":{${members(60_000, '{}')}}}}`,
    '422 invalid_schema',
  ],
  'a schema of many values': [
    at('/task-types/'),
    `{"name":"x","params_schema":{"required":${texts(200_000)}}}`,
    '422 invalid_schema',
  ],
  'a long pointer': [
    at('/task-types/'),
    `{"name":"x","concurrency_key":"/${'a'.repeat(SIZE)}"}`,
    '422 validation_failed',
  ],
  'wide params of a schedule': [
    at('/schedules'),
    task(`"name":"s","every_seconds":100000,"params":{${members(60_000)}}`),
    '201',
  ],
  'a time of a schedule': [
    at('/schedules'),
    task(`"name":"t","at":${long('2026-01-01T')}`),
    '422 validation_failed',
  ],
  'many scopes': [
    at('/api-keys'),
    `{"name":"x","scopes":${texts(200_000)}}`,
    '422 validation_failed',
  ],
  'many events of a webhook': [
    at('/webhooks'),
    `{"url":"https://example.com/","events":${texts(200_000)}}`,
    '422 validation_failed',
  ],
  'a name of a workspace': [
    at('/workspaces'),
    `{"name":${long('a\u0301\u0323')}}`,
    '422 validation_failed',
  ],
  'a path': [external('/files/move'), `{"from":${long('/a')},"to":"/b"}`, '422 invalid_path'],
};

/** Returns the longest time in ms that another client waited for an answer before `end`. */
async function longestWait(end: Promise<unknown>): Promise<number> {
  let longest = 0;
  let ended = false;
  const stop = end.finally(() => (ended = true));
  while (!ended) {
    const asked = performance.now();
    await server.call('GET', '/health/live', { token: null });
    longest = Math.max(longest, performance.now() - asked);
  }
  await stop;
  return longest;
}

it.each(Object.entries(BODIES))(
  'a 2 MB body does not block other requests: %s',
  async (_, [path, body, expected]) => {
    const before = measureBusyMs(server.pid);
    const sent = server.call('POST', path, { body });
    const waited = await longestWait(sent);
    const answer = await sent;
    const code =
      answer.status < 400
        ? String(answer.status)
        : `${answer.status} ${requireProblem(answer).code}`;
    expect(code).toBe(expected);
    // The error is short whatever the request contained.
    if (answer.status >= 400) expect(answer.text.length).toBeLessThan(20_000);
    expect(waited).toBeLessThan(MOST_MS);
    expect(measureBusyMs(server.pid) - before).toBeLessThan(3 * MOST_MS);
  },
);

it('an error reports 20 validation errors and the number of the others', async () => {
  const answer = await server.call('POST', external('/tasks'), { body: `{${members(60_000)}}` });
  const { errors, detail } = requireProblem(answer);
  expect(errors).toHaveLength(20);
  expect(errors[0]).toEqual({ pointer: '/k0', message: 'k0 is not a known field' });
  // One of the errors is the missing identifier.
  expect(detail).toMatch(/; and 59981 more\.$/);
});
