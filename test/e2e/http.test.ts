import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError, type ProblemBody, requireProblem, sendRaw } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { logFromNow } from '../support/server-host.js';
import { sharedServer } from '../support/shared-server.js';

const TASKS = '/external/v1/projects/default/tasks';
const TYPES = '/projects/default/task-types/';
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let server: TestServer;
let log: () => string;
let identifier: string;
let taskId: string;
beforeAll(async () => {
  server = await sharedServer();
  log = logFromNow();
  const script = 'export const run = (params: unknown) => params;';
  const body = { name: 'Echo', script, script_language: 'typescript' };
  const created = await server.call('POST', TYPES, { body });
  identifier = (created.body as { identifier: string }).identifier;
  const task = await server.call('POST', TASKS, { body: { task_type_identifier: identifier } });
  taskId = (task.body as { id: string }).id;
});
afterAll(async () => {
  expect(log()).not.toMatch(/request failed/);
  await server.stop();
});

const upper = (letter: string): string => letter.toUpperCase();

/** Creates a task with an unmodified body. */
async function post(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<string> {
  return readError(await server.call('POST', TASKS, { body, headers }));
}

it('a server is reached at 127.0.0.1 alone where no address is set', async () => {
  expect(server.env).not.toHaveProperty('METARUN_HOST');
  const elsewhere = `${server.url.replace('127.0.0.1', '127.0.0.2')}/health/live`;
  await expect(fetch(elsewhere)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

it('the server announces a keep-alive of 75 seconds', async () => {
  const { headers } = await fetch(`${server.url}/health/live`);
  expect(headers.get('keep-alive')).toBe('timeout=75');
});

describe('what does not exist', () => {
  it('a path in other letters than its own does not exist', async () => {
    for (const path of [
      '/metrics',
      '/scale',
      '/health/live',
      '/docs',
      '/openapi.json',
      '/ui',
      '/auth/me',
      '/projects/default/secrets',
      '/external/v1/projects/default/tasks',
    ]) {
      expect([path, (await server.call('GET', path)).status]).toEqual([path, 200]);
      for (const other of [path.toUpperCase(), path.replace(/[a-z](?=[^/]*$)/, upper)])
        expect(`${other}: ${readError(await server.call('GET', other))}`).toBe(
          `${other}: 404 not_found`,
        );
    }
  });

  it('unknown paths get 404 not_found', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/nothing'],
      ['GET', '/external/v2/projects/default/tasks'],
      ['GET', '/external/v1/projects'],
      ['GET', '/wp-login.php'],
      ['GET', '/../../etc/passwd'],
      ['GET', '/docs/../package.json'],
      ['PROPFIND', '/nothing'],
    ] as const)
      expect([path, readError(await server.call(method, path))]).toEqual([path, '404 not_found']);
  });

  it('a wrong method gets 405 with the methods that the path allows', async () => {
    for (const [method, path, allowed] of [
      ['PUT', TASKS, 'GET, HEAD, OPTIONS, POST'],
      ['PROPFIND', TASKS, 'GET, HEAD, OPTIONS, POST'],
      ['DELETE', `${TASKS}/${taskId}`, 'GET, HEAD, OPTIONS'],
      ['GET', `${TASKS}/${taskId}/cancel`, 'OPTIONS, POST'],
      ['POST', '/external/v1/projects/default/files/content', 'GET, HEAD, OPTIONS, PUT'],
      ['PUT', '/projects/default/task-types/x', 'GET, HEAD, OPTIONS, PATCH'],
      ['PATCH', '/health/live', 'GET, HEAD, OPTIONS'],
      ['POST', '/metrics', 'GET, HEAD, OPTIONS'],
      ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await server.call(method, path);
      const { code, detail } = requireProblem(answer);
      expect([method, path, answer.status, code]).toEqual([
        method,
        path,
        405,
        'method_not_allowed',
      ]);
      expect(answer.headers.get('allow')).toBe(allowed);
      expect(detail).toBe(`The path "${path}" does not take ${method}: use ${allowed}.`);
    }
  });

  it('an id of another project gets the same answer as an unknown one', async () => {
    const { body } = await server.call('POST', '/projects', {
      body: { name: `Other ${Date.now()}` },
    });
    const other = (body as { id: string }).id;
    const type = await server.call('POST', `/projects/${other}/task-types`, {
      body: { name: 'Theirs' },
    });
    const theirs = (type.body as { id: string }).id;
    const workspace = await server.call('POST', `/projects/${other}/workspaces`, {
      body: { name: 'w' },
    });
    const ws = (workspace.body as { id: string }).id;
    const said = async (path: string): Promise<string> => {
      const answer = await server.call('GET', path);
      return answer.text.replaceAll(requireProblem(answer).request_id, 'ID');
    };
    const files = '/external/v1/projects/default/files?ws=';
    expect((await said(`${TYPES}${theirs}`)).replaceAll(theirs, UNKNOWN)).toBe(
      await said(`${TYPES}${UNKNOWN}`),
    );
    expect((await said(`/projects/default/workspaces/${ws}`)).replaceAll(ws, UNKNOWN)).toBe(
      await said(`/projects/default/workspaces/${UNKNOWN}`),
    );
    expect((await said(`${files}${ws}`)).replaceAll(ws, UNKNOWN)).toBe(
      await said(`${files}${UNKNOWN}`),
    );
    const loadTasks = async (project: string, more = ''): Promise<string> =>
      (await said(`/external/v1/projects/${project}/tasks${more}`)).replaceAll(project, 'PROJECT');
    expect(await loadTasks(other)).toBe(await loadTasks(UNKNOWN));
    expect(await loadTasks(other, `/${taskId}`)).toBe(await loadTasks('unknown', `/${taskId}`));
  });
});

describe('URLs', () => {
  it.each([
    '%',
    '%zz',
    '%c3%28',
    '%ff',
    '%ed%a0%80',
    '%2',
    '%00',
    '..%2f..%2fetc',
    'a%0d%0ab',
    '%F0%9F%8E%89',
    "';--",
  ])('a URL with the malformed id %s gets 400 or 404', async (id) => {
    for (const path of [
      `${TASKS}/${id}`,
      `${TYPES}${id}`,
      `/external/v1/projects/${id}/tasks`,
      `/auth/tokens/${id}`,
    ])
      expect(
        readError(await server.call(path.startsWith('/auth') ? 'DELETE' : 'GET', path)),
      ).toMatch(/^4(00|04) /);
  });

  it.each([
    'limit=1&limit=2',
    'q=one&q=another',
    'limit[]=1',
    'status[x]=pending',
    '__proto__=1',
    'limit=%ff',
    'q=%00',
    'q=%',
  ])('a list with the query %s gets 400 or 422', async (query) => {
    expect(readError(await server.call('GET', `${TASKS}?${query}`))).toMatch(/^4(00|22) /);
  });

  it('URLs and headers that are too long are refused', async () => {
    expect(readError(await server.call('GET', `${TASKS}?q=${'x'.repeat(8_000)}`))).toBe(
      '422 validation_failed',
    );
    expect(readError(await server.call('GET', `${TASKS}?q=${'x'.repeat(20_000)}`))).toBe(
      '413 too_large',
    );
    expect(
      readError(await server.call('GET', TASKS, { headers: { 'x-large': 'x'.repeat(20_000) } })),
    ).toBe('413 too_large');
  });

  it('a query with 2,000 parameters is refused', async () => {
    const query = Array.from({ length: 2_000 }, (_, index) => `a${index}=1`).join('&');
    expect(readError(await server.call('GET', `${TASKS}?${query}`))).toBe('422 validation_failed');
  });
});

describe('what is hardly HTTP', () => {
  it.each([
    ['rubbish', '\x16\x03\x01\x02\x00\x01\x00'],
    ['an unknown method', 'BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'two lengths',
      `POST ${TASKS} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
    ],
    [
      'a length and chunks',
      `POST ${TASKS} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a header with a NUL', 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-A: \0\r\n\r\n'],
    ['a negative length', `POST ${TASKS} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`],
  ])('a malformed request gets a 400 problem and a closed connection: %s', async (_, text) => {
    const answer = await sendRaw(server, [text]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('application/problem+json');
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as ProblemBody;
    expect(body).toMatchObject({ status: 400, code: 'malformed_request', errors: [] });
    expect(answer).toContain(`X-Request-Id: ${body.request_id}`);
  });

  it('rubbish after a request on one connection does not affect its answer', async () => {
    const answer = await sendRaw(server, [
      'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n',
      'rubbish\r\n\r\n',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"ok"[\s\S]*HTTP\/1\.1 400 /);
  });

  it('broken chunks get 400 like any malformed request', async () => {
    const head = `POST ${TASKS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.apiKey}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await sendRaw(server, [head, 'zz\r\nhello\r\n'])).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('dot segments in a path reach nothing, encoded or not', async () => {
    for (const path of [
      `${TASKS}/../../../../metrics`,
      `${TASKS}/%2e%2e/%2e%2e`,
      '/docs/..%2f..%2fpackage.json',
      '//etc/passwd',
    ]) {
      const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.apiKey}\r\nConnection: close\r\n\r\n`;
      expect(await sendRaw(server, [head])).toMatch(/^HTTP\/1\.1 404 /);
    }
  });

  it('an unknown Expect header is ignored', async () => {
    const answer = await sendRaw(server, [
      'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('HEAD answers as GET without a body, and OPTIONS lists the allowed methods', async () => {
    const head = async (path: string): Promise<[number, string]> => {
      const headers = { authorization: `Bearer ${server.apiKey}` };
      const answer = await fetch(server.url + path, { method: 'HEAD', headers });
      return [answer.status, await answer.text()];
    };
    expect(await head(TASKS)).toEqual([200, '']);
    expect(await head('/nothing')).toEqual([404, '']);
    expect(await head(`${TASKS}/${taskId}/events`)).toEqual([200, '']);
    const options = await server.call('OPTIONS', TASKS, { token: null });
    expect(options.status).toBeLessThan(500);
    expect(options.headers.get('allow')).toMatch(/GET.*POST/);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
  });
});

it('200 simultaneous bad requests each get a proper error', async () => {
  const kinds: (() => Promise<string>)[] = [
    () => post('{'),
    () => post('{"task_type_identifier":7}'),
    async () => readError(await server.call('GET', `${TASKS}/${UNKNOWN}`)),
    async () => readError(await server.call('GET', TASKS, { token: 'mrk_nobody' })),
    async () => readError(await server.call('GET', `${TASKS}?limit=-1`)),
  ];
  const codes = await Promise.all(
    Array.from({ length: 40 }, () => kinds).flatMap((all) => all.map((ask) => ask())),
  );
  expect([...new Set(codes)].sort()).toEqual([
    '400 malformed_json',
    '401 unauthenticated',
    '404 not_found',
    '422 validation_failed',
  ]);
});

describe('every answer', () => {
  it('every answer has a request id, the given one if it is valid', async () => {
    const id = async (given: string): Promise<string | null> =>
      (
        await server.call('GET', '/health/live', { headers: { 'x-request-id': given } })
      ).headers.get('x-request-id');
    expect(await id('my-request.0001')).toBe('my-request.0001');
    for (const bad of ['short', 'x'.repeat(101), 'with space here', '<script>alert(1)</script>'])
      expect(await id(bad)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const answer = await server.call('GET', '/nothing', {
      headers: { 'x-request-id': 'my-request.0002' },
    });
    expect(requireProblem(answer).request_id).toBe('my-request.0002');
  });

  it.each([
    '/health/live',
    TASKS,
    '/nothing',
    '/docs',
    '/metrics',
    '/openapi.json',
    `${TASKS}?q=%ff`,
  ])('the answer of %s has the security headers', async (path) => {
    const { headers } = await server.call('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'self'.*object-src 'none'.*script-src 'self'/,
    );
    expect(headers.get('content-security-policy')).not.toContain('https:');
    expect(/'unsafe-inline'/.test(headers.get('content-security-policy') ?? '')).toBe(
      path === '/docs',
    );
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });
});
