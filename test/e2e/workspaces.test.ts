import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entryOf, errorOf, FilesClient } from '../support/files-client.js';
import { startServer, type TestServer } from '../support/server.js';

interface Workspace {
  id: string;
  name: string;
  kind: string;
  is_default: boolean;
  quota_bytes: number | null;
  usage: { bytes: number; files: number; version_bytes: number; versions: number };
}

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

describe('workspaces', () => {
  let server: TestServer;
  let files: FilesClient;

  beforeAll(async () => {
    server = await startServer();
    files = new FilesClient(server, server.apiKey);
    await manage('POST', '/projects', { name: 'Other', slug: 'other' });
  });
  afterAll(() => server.stop());

  function manage(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${server.adminToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async function workspace(body: object, project = 'default'): Promise<Workspace> {
    const response = await manage('POST', `/projects/${project}/workspaces`, body);
    expect(response.status).toBe(201);
    return (await response.json()) as Workspace;
  }

  it('a project begins with one, named default', async () => {
    const list = await manage('GET', '/projects/default/workspaces');
    expect(await list.json()).toEqual([
      {
        id: expect.any(String),
        name: 'default',
        kind: 'files',
        is_default: true,
        quota_bytes: null,
        usage: { bytes: 0, files: 0, version_bytes: 0, versions: 0 },
        created_at: expect.any(String),
      },
    ]);
  });

  it('holds files of its own, and tells how many', async () => {
    const made = await workspace({ name: 'Own', kind: 'files' });
    const ws = made.id;
    await files.put('/a/same.txt', 'own', { ws });
    await files.put('/a/same.txt', 'default');
    await files.upload([
      ['file', new Blob(['12345']), 'up'],
      ['ws', ws.toUpperCase()],
    ]);
    expect(await entryOf(files.read('/a/same.txt', `&ws=${ws}`))).toMatchObject({ content: 'own' });
    expect(await entryOf(files.read('/a/same.txt'))).toMatchObject({ content: 'default' });
    expect(await files.paths('/', `&ws=${ws}`)).toEqual(['/a', '/up']);
    const read = await manage('GET', `/projects/default/workspaces/${ws}`);
    expect(await read.json()).toEqual({
      ...made,
      usage: { bytes: 8, files: 2, version_bytes: 0, versions: 0 },
    });
    await files.fetch(`?path=/a&ws=${ws}`, { method: 'DELETE' });
    expect(await entryOf(files.read('/a/same.txt'))).toMatchObject({ content: 'default' });
  });

  it('refuses more bytes than its quota, and takes them once there is room', async () => {
    const { id: ws } = await workspace({ name: 'Small', quota_bytes: 10 });
    expect((await files.put('/1', '123456', { ws })).status).toBe(201);
    expect(await errorOf(files.put('/2', '12345', { ws }))).toBe('413 quota_exceeded');
    expect(
      await errorOf(
        files.upload([
          ['file', new Blob(['12345']), '2'],
          ['ws', ws],
        ]),
      ),
    ).toBe('413 quota_exceeded');
    expect((await files.put('/1', '1234567890', { ws })).status).toBe(200);
    expect(await errorOf(files.put('/1', '12345678901', { ws }))).toBe('413 quota_exceeded');
    expect((await files.put('/1', '12345', { ws })).status).toBe(200);
    expect((await files.put('/2', '12345', { ws })).status).toBe(201);
    const writes = Array.from({ length: 20 }, (_, index) =>
      files.put(`/many/${index}`, '1', { ws }),
    );
    for (const answer of await Promise.all(writes)) expect(answer.status).toBe(413);
    expect(await files.paths('/', `&ws=${ws}&recursive=true`)).toEqual(['/1', '/2']);
  });

  it.each([
    [{}, '422 validation_failed'],
    [{ name: '' }, '422 validation_failed'],
    [{ name: ' ' }, '422 validation_failed'],
    [{ name: 'a\nb' }, '422 validation_failed'],
    [{ name: 'x'.repeat(201) }, '422 validation_failed'],
    [{ name: 'x', kind: 'bucket' }, '422 validation_failed'],
    [{ name: 'x', quota_bytes: 0 }, '422 validation_failed'],
    [{ name: 'x', quota_bytes: 1.5 }, '422 validation_failed'],
    [{ name: 'x', quota_bytes: '10' }, '422 validation_failed'],
    [{ name: 'x', color: 'red' }, '422 validation_failed'],
    [{ name: 'x', kind: 'knowledge_base' }, '422 not_available'],
    [{ name: 'default' }, '409 duplicate'],
  ])('POST of %j is %s', async (body, expected) => {
    expect(await errorOf(manage('POST', '/projects/default/workspaces', body))).toBe(expected);
  });

  it('20 creations of one name: one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        manage('POST', '/projects/default/workspaces', { name: 'Once' }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(19).fill(409),
    ]);
  });

  it("another project's workspace is not there, word for word like an unknown one", async () => {
    const foreign = await workspace({ name: 'Foreign' }, 'other');
    const answers = async (ws: string): Promise<unknown[]> => {
      const all = await Promise.all([
        files.fetch(`?ws=${ws}`),
        files.read('/x', `&ws=${ws}`),
        files.fetch(`/raw?path=/x&ws=${ws}`),
        files.fetch(`?path=/x&ws=${ws}`, { method: 'DELETE' }),
        files.put('/x', 'x', { ws }),
        files.json('POST', '/move', { from: '/x', to: '/y', ws }),
        files.upload([
          ['file', new Blob(['x']), 'x'],
          ['ws', ws],
        ]),
        manage('GET', `/projects/default/workspaces/${ws}`),
      ]);
      return Promise.all(
        all.map(async (answer) => ({ ...((await answer.json()) as object), request_id: '' })),
      );
    };
    const unknown = await answers(UNKNOWN);
    expect(await answers(foreign.id)).toEqual(unknown);
    for (const problem of unknown)
      expect(problem).toMatchObject({ status: 404, code: 'not_found' });
    expect(await errorOf(manage('GET', '/projects/default/workspaces/1'))).toBe(
      '422 validation_failed',
    );
  });
});
