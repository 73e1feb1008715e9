import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ApiError, MetarunClient } from '../../packages/client/src/index.js';
import { answeredClient, type AnsweredClient, BASE } from '../support/answered-client.js';

let client: AnsweredClient['client'];
let sent: AnsweredClient['sent'];
let answer: AnsweredClient['answer'];
let answers: AnsweredClient['answers'];
beforeEach(() => {
  ({ client, sent, answer, answers } = answeredClient());
});

const nextPage = (query: string): Record<string, string> => ({
  Link: `<${BASE}/x?a=1>; rel="prev", <${BASE}/x?${query}>; rel="next"`,
});
const META_TASKS = '/projects/p/task-types';
const API = '/external/v1/projects/p';
const SCHEDULES = '/projects/p/schedules';

/** Calls of the client, each with the request that it makes. */
const CALLS: [said: string, act: () => Promise<unknown>, request: string, body?: unknown][] = [
  ['me', () => client.me(), 'GET /auth/me'],
  ['projects.get', () => client.projects.get('q'), 'GET /projects/q'],
  [
    'projects.create',
    () => client.projects.create({ name: 'N' } as never),
    'POST /projects',
    { name: 'N' },
  ],
  ['workspaces.list', () => client.workspaces.list(), 'GET /projects/p/workspaces'],
  [
    'workspaces.create',
    () => client.workspaces.create({ name: 'N' }),
    'POST /projects/p/workspaces',
    { name: 'N' },
  ],
  ['metaTasks.get', () => client.metaTasks.get('a b'), `GET ${META_TASKS}/a%20b`],
  [
    'metaTasks.get of a version',
    () => client.metaTasks.get('a', { version: 3 }),
    `GET ${META_TASKS}/a/versions/3`,
  ],
  [
    'metaTasks.create',
    () => client.metaTasks.create({ name: 'N' } as never),
    `POST ${META_TASKS}/`,
    { name: 'N' },
  ],
  [
    'metaTasks.change',
    () => client.metaTasks.change('a', { name: 'N' } as never),
    `PATCH ${META_TASKS}/a`,
    { name: 'N' },
  ],
  ['metaTasks.archive', () => client.metaTasks.archive('a'), `POST ${META_TASKS}/a/archive`],
  ['metaTasks.restore', () => client.metaTasks.restore('a'), `POST ${META_TASKS}/a/restore`],
  ['schedules.get', () => client.schedules.get('s'), `GET ${SCHEDULES}/s`],
  [
    'schedules.create',
    () => client.schedules.create({ name: 'N' } as never),
    `POST ${SCHEDULES}`,
    { name: 'N' },
  ],
  [
    'schedules.change',
    () => client.schedules.change('s', { name: 'N' } as never),
    `PATCH ${SCHEDULES}/s`,
    { name: 'N' },
  ],
  ['schedules.pause', () => client.schedules.pause('s'), `POST ${SCHEDULES}/s/pause`],
  ['schedules.resume', () => client.schedules.resume('s'), `POST ${SCHEDULES}/s/resume`],
  ['schedules.delete', () => client.schedules.delete('s'), `DELETE ${SCHEDULES}/s`],
  ['approvals.get', () => client.approvals.get('a'), `GET ${API}/approvals/a`],
  [
    'approvals.createLink',
    () => client.approvals.createLink('a', 'Ann'),
    `POST ${API}/approvals/a/links`,
    { name: 'Ann' },
  ],
  [
    'approvals.decide',
    () => client.approvals.decide('a', { decision: 'approve' } as never),
    `POST ${API}/approvals/a`,
    { decision: 'approve' },
  ],
  ['tasks.get', () => client.tasks.get('t'), `GET ${API}/tasks/t`],
  ['tasks.cancel', () => client.tasks.cancel('t'), `POST ${API}/tasks/t/cancel`],
  ['tasks.retry', () => client.tasks.retry('t'), `POST ${API}/tasks/t/retry`, {}],
  [
    'tasks.retry with limits',
    () => client.tasks.retry('t', { extend: { turns: 1 } as never }),
    `POST ${API}/tasks/t/retry`,
    { extend: { turns: 1 } },
  ],
  [
    'tasks.createAll',
    () => client.tasks.createAll([{ task_type_identifier: 'a' }]),
    `POST ${API}/tasks/batch`,
    { tasks: [{ task_type_identifier: 'a' }] },
  ],
  [
    'tasks.rerun',
    () => client.tasks.rerun('t', { params: { a: 1 } } as never),
    `POST ${API}/tasks/t/rerun`,
    { params: { a: 1 } },
  ],
  [
    'files.write',
    () => client.files.write({ path: '/a', content: 'x' } as never),
    `PUT ${API}/files/content`,
    { path: '/a', content: 'x' },
  ],
  [
    'files.readRaw of an original',
    () => client.files.readRaw('/a', { ws: 'w', original: true }),
    `GET ${API}/files/raw?path=%2Fa&ws=w&original=true`,
  ],
  [
    'files.readRaw of a version',
    () => client.files.readRaw('/a', { version: 'v/1' }),
    `GET ${API}/files/versions/v%2F1/raw`,
  ],
  [
    'files.read',
    () => client.files.read('/a', { lines: '1-2', section: 's' }),
    `GET ${API}/files/content?path=%2Fa&lines=1-2&section=s`,
  ],
  [
    'files.delete',
    () => client.files.delete('/a', { ws: 'w' }),
    `DELETE ${API}/files?path=%2Fa&ws=w`,
  ],
  [
    'files.delete in the default workspace',
    () => client.files.delete('/a'),
    `DELETE ${API}/files?path=%2Fa`,
  ],
];

it.each(CALLS)('the client sends the request of %s', async (...[, act, request, body]) => {
  answer({ id: 'x' });
  await act();
  const [{ method, url, headers, ...one }] = sent as [(typeof sent)[0]];
  expect(`${method} ${url}`).toBe(request);
  expect(headers.get('Authorization')).toBe('Bearer mrt_x');
  if (body !== undefined) expect(one.body).toEqual(body);
});

it('requests that make something under a key have one, or the one that is given', async () => {
  for (let count = 0; count < 3; count += 1) answer([]);
  await client.tasks.createAll([]);
  await client.tasks.rerun('t');
  await client.tasks.rerun('t', {}, { idempotencyKey: 'mine' });
  const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
    'mine',
  ]);
  expect(keys[0]).not.toBe(keys[1]);
});

/** Lists that are paged by a cursor or by an offset. */
const LISTS: [
  said: string,
  list: (query: object) => Promise<{ items: unknown[]; next: unknown }>,
  byCursor: boolean,
][] = [
  ['tasks', (query) => client.tasks.list(query), true],
  ['approvals', (query) => client.approvals.list(query), true],
  ['files', (query) => client.files.list(query), true],
  ['versions of a file', (query) => client.files.versions('/a', query), true],
  ['meta-tasks', (query) => client.metaTasks.list(query), false],
  ['versions of a meta-task', (query) => client.metaTasks.versions('a', query), false],
  ['schedules', (query) => client.schedules.list(query), false],
  ['projects', (query) => client.projects.list(query), false],
];

it.each(LISTS)('a page of %s says where the next one begins', async (_, list, byCursor) => {
  answer([1, 2], nextPage(byCursor ? 'cursor=c1&limit=2' : 'limit=2&offset=6'));
  const page = await list({ limit: 2, offset: 4 });
  expect(page.items).toEqual([1, 2]);
  expect(page.next).toEqual(byCursor ? { limit: 2, cursor: 'c1' } : { limit: 2, offset: 6 });
  expect(new URL(sent[0]?.url ?? '', BASE).searchParams.get('limit')).toBe('2');
  answer([1]);
  expect(await list({ limit: 2 })).toEqual({ items: [1], next: null });
});

it('a short page may have a next one, and a full one may be the last', async () => {
  answer([1], nextPage('limit=2&offset=1'));
  expect((await client.projects.list({ limit: 2 })).next).toEqual({ limit: 2, offset: 1 });
  answer([1, 2]);
  expect((await client.projects.list({ limit: 2 })).next).toBeNull();
});

it('all items of a list come page by page', async () => {
  answer([1, 2], nextPage('cursor=c1'));
  answer([3]);
  const found: unknown[] = [];
  for await (const task of client.tasks.all({ limit: 2 })) found.push(task);
  expect(found).toEqual([1, 2, 3]);
  expect(sent.map(({ url }) => url)).toEqual([
    `${API}/tasks?limit=2`,
    `${API}/tasks?limit=2&cursor=c1`,
  ]);
});

it('a page of log lines goes on forwards or backwards, and steps at a number', async () => {
  answer(['a'], nextPage('cursor=7'));
  expect(await client.tasks.logs('t', { limit: 1, around: 5 } as never)).toEqual({
    items: ['a'],
    next: { limit: 1, cursor: 7 },
  });
  answer(['a'], nextPage('before=9'));
  expect((await client.tasks.logs('t')).next).toEqual({ before: 9 });
  answer(['a']);
  expect((await client.tasks.logs('t')).next).toBeNull();
  answer(['s'], nextPage('cursor=3'));
  expect((await client.tasks.steps('t', { limit: 1 } as never)).next).toEqual({
    limit: 1,
    cursor: 3,
  });
  answer(['s']);
  expect((await client.tasks.steps('t')).next).toBeNull();
});

it('an upload says where the file goes before its content, and gives the file or the error', async () => {
  answer({ path: '/d/b.md' }, {}, 201);
  const file = new File(['text'], 'own.txt');
  const more = { name: 'b.md', directory: '/d', ws: 'w', charset: 'windows-1251' };
  expect(await client.files.upload(file, more)).toEqual({ path: '/d/b.md' });
  expect(String(sent[0]?.body)).toMatch(
    /name="ws"\s+w\s[^]*name="dir_path"\s+\/d\s[^]*name="charset"\s+windows-1251\s[^]*name="file"; filename="b.md"[^]*text/,
  );
  answer([{ path: '/own.txt' }]);
  expect(await client.files.upload(file)).toEqual({ path: '/own.txt' });
  expect(String(sent[1]?.body)).toContain('filename="own.txt"');
  answer({ stored: [], failed: [] });
  await expect(client.files.upload(file)).rejects.toMatchObject({ name: 'ApiError' });
  await expect(client.files.upload(new Uint8Array())).rejects.toThrow('needs the name of the file');
});

describe('errors', () => {
  async function refusal(act: () => Promise<unknown>): Promise<ApiError> {
    return act().then(
      () => {
        throw new Error('it was accepted');
      },
      (error: ApiError) => error,
    );
  }

  it('an error of the server has its code, its words and its places', async () => {
    const places = [
      { pointer: '/a', message: 'm', line: 1 },
      { pointer: 5 },
      { pointer: '/b', message: 'm', column: 'x' },
    ];
    const problem = { code: 'invalid', detail: 'd', errors: places, request_id: 'r' };
    answer(problem, { 'Retry-After': '7' }, 422);
    expect(await refusal(() => client.me())).toMatchObject({
      name: 'ApiError',
      message: 'd',
      status: 422,
      code: 'invalid',
      detail: 'd',
      errors: [{ pointer: '/a', message: 'm', line: 1 }],
      requestId: 'r',
      retryAfterSeconds: 7,
    });
    answer({}, { 'X-Request-Id': 'h' }, 404);
    expect(await refusal(() => client.schedules.delete('s'))).toMatchObject({
      code: 'http_404',
      errors: [],
      requestId: 'h',
      retryAfterSeconds: null,
    });
  });

  it('a file that cannot be read is an error, and none of its bytes', async () => {
    answer({ code: 'not_found', detail: 'd' }, {}, 404);
    expect(await refusal(() => client.files.readRaw('/a'))).toMatchObject({ code: 'not_found' });
  });

  it('a request that its caller has aborted ends with the reason of the caller', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    answers.push(() => Promise.reject(new DOMException('aborted', 'AbortError')));
    expect(await refusal(() => client.me({ signal }))).toMatchObject({ message: 'enough' });
  });

  it('the first of several addresses that do not answer is reported', async () => {
    const cause = (code: string): Error => Object.assign(new Error(code), { code });
    const several = new AggregateError([cause('ECONNREFUSED'), cause('ENETUNREACH')], 'all');
    answers.push(() => Promise.reject(new TypeError('failed', { cause: several })));
    const made = client.workspaces.create({ name: 'x' });
    await expect(made).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('an answer without a URL, as a fetch of the own may make it, is an error like others', async () => {
    answer({}, {}, 418);
    expect(await refusal(() => client.me())).toMatchObject({
      code: 'http_418',
      detail: 'The server answered 418, not as metarun does.',
    });
  });

  it('a token with characters of none is refused, and no error holds it', async () => {
    for (const token of ['', 'a b', 'ü', 'a\n'])
      expect(() => new MetarunClient({ url: BASE, token })).toThrow(TypeError);
    const refused = new MetarunClient({
      url: `${BASE}//`,
      token: 'mrt_secret',
      fetch: () =>
        Promise.reject(
          new TypeError('failed', {
            cause: Object.assign(new Error('of mrt_secret'), { code: 'ECONNRESET' }),
          }),
        ),
    });
    expect(refused.url).toBe(BASE);
    expect(refused.project).toBe('default');
    const create = refused.workspaces.create({ name: 'x' });
    await expect(create).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'ECONNRESET',
      url: BASE,
      message: `${BASE} does not answer: of …`,
    });
  });
});
