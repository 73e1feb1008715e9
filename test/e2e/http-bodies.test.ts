import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError, type ProblemBody, requireProblem, sendRaw } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { logFromNow } from '../support/server-host.js';
import { sharedServer } from '../support/shared-server.js';

const TASKS = '/external/v1/projects/default/tasks';
const TYPES = '/projects/default/task-types/';
const MIB = 1024 * 1024;

let server: TestServer;
let log: () => string;
let identifier: string;
beforeAll(async () => {
  server = await sharedServer();
  log = logFromNow();
  const script = 'export const run = (params: unknown) => params;';
  const body = { name: 'Echo', script, script_language: 'typescript' };
  const created = await server.call('POST', TYPES, { body });
  identifier = (created.body as { identifier: string }).identifier;
});
afterAll(async () => {
  expect(log()).not.toMatch(/request failed/);
  await server.stop();
});

/** Creates a task with an unmodified body. */
async function post(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<string> {
  return readError(await server.call('POST', TASKS, { body, headers }));
}

function chunked(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(Math.min(left, 64 * 1024)).fill(0x20));
      left -= 64 * 1024;
      if (left <= 0) controller.close();
    },
  });
}

async function postStream(body: ReadableStream<Uint8Array>): Promise<Response> {
  const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' };
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return fetch(`${server.url}${TASKS}`, init);
}

describe('a body that cannot be read', () => {
  it.each([['[]'], ['"text"'], ['null'], ['7'], ['true']])(
    'a JSON body that is not an object gets 422: %s',
    async (body) => {
      expect(await post(body)).toBe('422 validation_failed');
    },
  );

  it('a missing body gets 422 validation_failed', async () => {
    expect(readError(await server.call('POST', TASKS))).toBe('422 validation_failed');
    expect(await post('')).toBe('422 validation_failed');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'rubbish',
    'application/jsonx',
  ])('a body of the type %s gets 415', async (type) => {
    expect(await post('{"task_type_identifier":"x"}', { 'content-type': type })).toBe(
      '415 unsupported_media_type',
    );
  });

  it('a body with a Content-Encoding gets 415', async () => {
    expect(await post('{}', { 'content-encoding': 'gzip' })).toBe('415 unsupported_media_type');
  });

  it('a multipart body is refused where JSON is expected', async () => {
    const form = new FormData();
    form.append('task_type_identifier', identifier);
    expect(readError(await server.call('POST', TASKS, { body: form }))).toMatch(/^4(15|22) /);
  });

  it('a body that is not UTF-8 gets 400 malformed_json', async () => {
    const bad = Buffer.concat([
      Buffer.from('{"task_type_identifier":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    expect(await post(bad)).toBe('400 malformed_json');
    expect(await post(Buffer.from('{"a":"é"}', 'utf16le'))).toBe('400 malformed_json');
  });

  it('a body that is too long gets 413, with or without a Content-Length', async () => {
    expect(await post(`{"name":"${'x'.repeat(2 * MIB)}"}`)).toBe('413 too_large');
    const answer = await postStream(chunked(3 * MIB));
    expect([answer.status, ((await answer.json()) as ProblemBody).code]).toEqual([
      413,
      'too_large',
    ]);
  });

  it('a chunked body is read like any other', async () => {
    const body = new Blob([JSON.stringify({ task_type_identifier: identifier })]).stream();
    expect((await postStream(body)).status).toBe(201);
  });

  it('the server survives clients that hang up in the middle of a body', async () => {
    const head = `POST ${TASKS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
    await Promise.all(
      Array.from({ length: 20 }, () => sendRaw(server, [head, '{"task_type'], { hangUp: true })),
    );
    expect((await server.call('GET', '/health/live')).status).toBe(200);
  });
});

describe('JSON that could not be kept as it is', () => {
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const within = (params: string): string =>
    `{"task_type_identifier":"${identifier}","params":${params}}`;

  it('JSON nested deeper than 64 levels gets 413', async () => {
    expect((await server.call('POST', TASKS, { body: within(deep(63)) })).status).toBe(201);
    expect(await post(within(deep(64)))).toBe('413 too_large');
    expect(await post(within(deep(100_000)))).toBe('413 too_large');
    expect(await post(within(`${'['.repeat(500_000)}${']'.repeat(500_000)}`))).toMatch(
      /^4(13 too_large|22 val)/,
    );
  });
});

describe('fields that are not right', () => {
  it('all invalid fields are named at once', async () => {
    const body = {
      name: 7,
      script: {},
      execution_mode: 'robot',
      timeout_seconds: 1.5,
      auto_approve: 'yes',
      colour: 1,
    };
    const { code, errors } = requireProblem(await server.call('POST', TYPES, { body }));
    expect(code).toBe('validation_failed');
    const pointers = [
      '/auto_approve',
      '/colour',
      '/execution_mode',
      '/name',
      '/script',
      '/timeout_seconds',
    ];
    expect([...new Set(errors.map(({ pointer }) => pointer))].sort()).toEqual(pointers);
  });

  it.each([
    ['POST', '/projects', { name: [] }],
    ['POST', '/projects/default/members', { user: 1 }],
    ['POST', '/projects/default/api-keys', { scopes: 'all' }],
    ['POST', '/projects/default/workspaces', { name: null }],
    ['POST', '/auth/tokens', { role: 'king' }],
    ['PUT', '/external/v1/projects/default/files/content', { path: 1, content: {} }],
    ['POST', '/external/v1/projects/default/files/move', { from: '/a' }],
    ['PATCH', '/projects/default', { name: '' }],
  ])('invalid fields get 422 at %s %s', async (method, path, body) => {
    const { status, errors } = requireProblem(await server.call(method, path, { body }));
    expect(status).toBe(422);
    expect(errors.length).toBeGreaterThan(0);
  });
});

describe('a number that would become another', () => {
  const type = '"task_type_identifier":"echo"';
  const none = '01900000-0000-7000-8000-000000000000';
  it.each([
    [TASKS, `{${type},"params":{"n":1e400}}`, '/params/n'],
    [TASKS, `{${type},"params":{"n":1e-400}}`, '/params/n'],
    [TASKS, `{${type},"params":{"n":[-0.0]}}`, '/params/n/0'],
    [TASKS, `{${type},"params":{"a":[{"n":9007199254740993}]}}`, '/params/a/0/n'],
    [
      `${TASKS}/batch`,
      `{"tasks":[{${type}},{${type},"params":{"n":-1e999}}]}`,
      '/tasks/1/params/n',
    ],
    [`${TASKS}/${none}/events/x`, '{"payload":12345678901234567890}', '/payload'],
    [`/external/v1/projects/default/approvals/${none}`, '{"payload":{"n":1e309}}', '/payload/n'],
    ['/projects/default/schedules', `{"params":{"n":9007199254740993}}`, '/params/n'],
    [TYPES, '{"params_schema":{"default":1e400}}', '/params_schema/default'],
    [TYPES, '{"timeout_seconds":1e400}', '/timeout_seconds'],
  ])(
    'a number that would lose precision is refused with its place: %s %s',
    async (path, body, pointer) => {
      const { code, errors } = requireProblem(await server.call('POST', path, { body }));
      expect([code, errors]).toEqual([
        'validation_failed',
        [{ pointer, message: expect.stringContaining('give it as a string') }],
      ]);
    },
  );
});
