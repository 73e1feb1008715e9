import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  readEntry,
  readStatusAndCode,
  FilesClient,
  type Problem,
} from '../support/files-client.js';
import { LANGUAGES, NO_OP } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { loadNumber } from '../support/sql.js';
import { createTask, createMetaTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import type { Wire } from '../support/wire.js';

type Workspace = Wire['WorkspaceDto'];

/** Calls every method of `files`, in the bound workspace and in another one. */
const USES_FILES = {
  python: `def run(params, reporter):
    files, other = reporter.files, params["other"]
    found = {
        "read": files.read("/in.txt"),
        "listed": [entry["path"] for entry in files.list("/")],
        "exists": [files.exists("/gone.txt"), files.exists("/out.txt")],
        "other": [files.read("/in.txt", ws=other), [entry["path"] for entry in files.list("/", ws=other)], files.exists("/gone.txt", ws=other)],
    }
    files.write("/out.txt", "written")
    files.write("/there.txt", "written", ws=other)
    files.write("/never.txt", "written", ws=other)
    files.delete("/never.txt", ws=other)
    files.delete("/gone.txt")
    return found
`,
  typescript: `export async function run({ other: ws }: { other: string }, { files }) {
  const paths = (entries: any[]) => entries.map(({ path }) => path);
  const found = {
    read: await files.read('/in.txt'),
    listed: paths(await files.list('/')),
    exists: [await files.exists('/gone.txt'), await files.exists('/out.txt')],
    other: [await files.read('/in.txt', { ws }), paths(await files.list('/', { ws })), await files.exists('/gone.txt', { ws })],
  };
  await files.write('/out.txt', 'written');
  await files.write('/there.txt', 'written', { ws });
  await files.write('/never.txt', 'written', { ws });
  await files.delete('/never.txt', { ws });
  await files.delete('/gone.txt');
  return found;
}
`,
};
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

describe('workspaces', () => {
  let server: TestServer;
  let files: FilesClient;

  beforeAll(async () => {
    server = await sharedServer();
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

  it('a project begins with one workspace, named default', async () => {
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

  it('a workspace holds files of its own, and shows how many', async () => {
    const made = await workspace({ name: 'Own', kind: 'files' });
    const ws = made.id;
    await files.put('/a/same.txt', 'own', { ws });
    await files.put('/a/same.txt', 'default');
    await files.upload([
      ['file', new Blob(['12345']), 'up'],
      ['ws', ws.toUpperCase()],
    ]);
    expect(await readEntry(files.read('/a/same.txt', `&ws=${ws}`))).toMatchObject({
      content: 'own',
    });
    expect(await readEntry(files.read('/a/same.txt'))).toMatchObject({ content: 'default' });
    expect(await files.paths('/', `&ws=${ws}`)).toEqual(['/a', '/up']);
    const read = await manage('GET', `/projects/default/workspaces/${ws}`);
    expect(await read.json()).toEqual({
      ...made,
      usage: { bytes: 8, files: 2, version_bytes: 0, versions: 0 },
    });
    await files.fetch(`?path=/a&ws=${ws}`, { method: 'DELETE' });
    expect(await readEntry(files.read('/a/same.txt'))).toMatchObject({ content: 'default' });
  });

  it('a workspace refuses more bytes than its quota, and takes them once there is space', async () => {
    const { id: ws } = await workspace({ name: 'Small', quota_bytes: 10 });
    expect((await files.put('/1', '123456', { ws })).status).toBe(201);
    expect(await readStatusAndCode(files.put('/2', '12345', { ws }))).toBe('413 quota_exceeded');
    expect(
      await readStatusAndCode(
        files.upload([
          ['file', new Blob(['12345']), '2'],
          ['ws', ws],
        ]),
      ),
    ).toBe('413 quota_exceeded');
    expect((await files.put('/1', '1234567890', { ws })).status).toBe(200);
    expect(await readStatusAndCode(files.put('/1', '12345678901', { ws }))).toBe(
      '413 quota_exceeded',
    );
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
    [{ name: 'default' }, '409 duplicate'],
  ])('a workspace with %j is refused with %s', async (body, expected) => {
    expect(await readStatusAndCode(manage('POST', '/projects/default/workspaces', body))).toBe(
      expected,
    );
  });

  it('only one of 20 creations with the same name succeeds', async () => {
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

  it('a workspace of another project is answered exactly like an unknown one', async () => {
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
        all.map(async (answer) => ({
          ...(JSON.parse((await answer.text()).replaceAll(ws, 'ID')) as object),
          request_id: '',
        })),
      );
    };
    const unknown = await answers(UNKNOWN);
    expect(await answers(foreign.id)).toEqual(unknown);
    for (const problem of unknown)
      expect(problem).toMatchObject({ status: 404, code: 'not_found' });
    expect(await readStatusAndCode(manage('GET', '/projects/default/workspaces/1'))).toBe(
      '422 validation_failed',
    );
  });

  describe('changes', () => {
    const change = (id: string, body: object): Promise<Response> =>
      manage('PATCH', `/projects/default/workspaces/${id}`, body);
    const read = async (id: string): Promise<Workspace> =>
      (await (await manage('GET', `/projects/default/workspaces/${id}`)).json()) as Workspace;

    it('the name and the quota of a workspace change one by one', async () => {
      const { id } = await workspace({ name: 'Before', quota_bytes: 5 });
      const renamed = await change(id, { name: ' Отчёты ' });
      expect([renamed.status, await renamed.json()]).toEqual([
        200,
        { ...(await read(id)), name: 'Отчёты', quota_bytes: 5 },
      ]);
      expect(await (await change(id, { quota_bytes: null })).json()).toMatchObject({
        name: 'Отчёты',
        quota_bytes: null,
      });
      expect((await change(id, {})).status).toBe(200);
      expect((await workspace({ name: 'Before' })).id).not.toBe(id);
      expect(await readStatusAndCode(change(id, { name: 'Before' }))).toBe('409 duplicate');
    });

    it.each([
      [{ name: '' }, '422 validation_failed'],
      [{ quota_bytes: 0 }, '422 validation_failed'],
      [{ quota_bytes: '5' }, '422 validation_failed'],
      [{ kind: 'files' }, '422 validation_failed'],
      [{ is_default: true }, '422 validation_failed'],
    ])('the change %j of a workspace is refused', async (body, expected) => {
      const { id } = await workspace({ name: `Refused ${JSON.stringify(body)}` });
      expect(await readStatusAndCode(change(id, body))).toBe(expected);
    });

    it('a smaller quota keeps the files, which cannot grow, and drops the oldest versions', async () => {
      const { id: ws } = await workspace({ name: 'Shrinks' });
      for (const content of ['1111', '2222', '3333']) await files.put('/f', content, { ws });
      expect((await read(ws)).usage).toEqual({ bytes: 4, files: 1, version_bytes: 8, versions: 2 });
      await change(ws, { quota_bytes: 9 });
      expect((await read(ws)).usage).toEqual({ bytes: 4, files: 1, version_bytes: 4, versions: 1 });
      await change(ws, { quota_bytes: 3 });
      expect((await read(ws)).usage).toEqual({ bytes: 4, files: 1, version_bytes: 0, versions: 0 });
      expect(await readEntry(files.read('/f', `&ws=${ws}`))).toMatchObject({ content: '3333' });
      expect(await readStatusAndCode(files.put('/g', 'x', { ws }))).toBe('413 quota_exceeded');
      expect((await files.put('/f', '44', { ws })).status).toBe(200);
    });

    it('a viewer and an API key can neither change nor delete a workspace', async () => {
      const { body } = await server.call<{ token: string }>('POST', '/auth/tokens', {
        body: { name: 'views', role: 'viewer' },
      });
      const { id } = await workspace({ name: 'Viewed' });
      for (const method of ['PATCH', 'DELETE'])
        for (const token of [body.token, server.apiKey]) {
          const path = `/projects/default/workspaces/${id}`;
          const more = method === 'PATCH' ? { body: { name: 'Mine' } } : {};
          expect((await server.call(method, path, { token, ...more })).status).toBe(403);
        }
    });
  });

  it('earlier versions give way to files within the quota, the oldest first', async () => {
    const { id: ws } = await workspace({ name: 'Bounded', quota_bytes: 10 });
    for (const content of ['111', '222', '333']) await files.put('/f', content, { ws });
    const numbers = async (): Promise<number[]> =>
      (await files.versions('/f', `&ws=${ws}`)).map(({ version }) => version);
    expect(await numbers()).toEqual([3, 2, 1]);
    expect((await files.put('/g', '4444', { ws })).status).toBe(201);
    expect(await numbers()).toEqual([3, 2]);
    expect((await files.copy('/f', '/h', { ws })).status).toBe(201);
    expect(await numbers()).toEqual([3]);
    expect(await readStatusAndCode(files.copy('/f', '/i', { ws }))).toBe('413 quota_exceeded');
    await files.fetch(`?path=/g&ws=${ws}`, { method: 'DELETE' });
    const [deleted] = await files.deleted('/', `&ws=${ws}`);
    expect((await files.put('/i', '55', { ws })).status).toBe(201);
    expect(await readStatusAndCode(files.restore(deleted?.id ?? ''))).toBe('404 not_found');
  });

  it('a version that is restored to another path counts against what it replaces there', async () => {
    const { id: ws } = await workspace({ name: 'Restores', quota_bytes: 10 });
    const restored = async (content: string, to: string): Promise<Response> => {
      await files.put('/f', content, { ws });
      const [present] = await files.versions('/f', `&ws=${ws}`);
      return files.restore(present?.id ?? '', { to });
    };
    await files.put('/g', '1234', { ws });
    for (const to of ['/g', '/new'])
      expect(await readStatusAndCode(restored('123456', to))).toBe('413 quota_exceeded');
    expect((await restored('12345', '/g')).status).toBe(200);
    expect(await files.paths('/', `&ws=${ws}`)).toEqual(['/f', '/g']);
  });

  describe('deletion', () => {
    const remove = (id: string, more = ''): Promise<Response> =>
      manage('DELETE', `/projects/default/workspaces/${id}${more}`);

    it('an empty workspace is deleted without force and frees its name', async () => {
      const { id } = await workspace({ name: 'Empty' });
      const answer = await remove(id);
      expect([answer.status, await answer.text()]).toEqual([204, '']);
      expect(await readStatusAndCode(remove(id))).toBe('404 not_found');
      expect(await readStatusAndCode(manage('GET', `/projects/default/workspaces/${id}`))).toBe(
        '404 not_found',
      );
      await workspace({ name: 'Empty' });
    });

    it('a workspace with current or deleted files needs force, and leaves nothing behind', async () => {
      const { id: ws } = await workspace({ name: 'Full' });
      await files.put('/a/f', 'one', { ws });
      expect(await readStatusAndCode(remove(ws))).toBe('409 conflict');
      await files.fetch(`?path=/a&ws=${ws}`, { method: 'DELETE' });
      expect(await readStatusAndCode(remove(ws))).toBe('409 conflict');
      expect(await readStatusAndCode(remove(ws, '?force=maybe'))).toBe('422 validation_failed');
      for (let n = 0; n < 300; n += 1) await files.put(`/many/${n}`, `${n}`, { ws });
      const [deleted] = await files.deleted('/', `&ws=${ws}`);
      expect((await remove(ws, '?force=true')).status).toBe(204);
      expect(await readStatusAndCode(files.fetch(`?ws=${ws}`))).toBe('404 not_found');
      expect(await readStatusAndCode(files.put('/x', 'x', { ws }))).toBe('404 not_found');
      expect(await readStatusAndCode(files.version(deleted?.id ?? ''))).toBe('404 not_found');
      expect(await readStatusAndCode(files.restore(deleted?.id ?? ''))).toBe('404 not_found');
      const list = await (await manage('GET', '/projects/default/workspaces')).json();
      expect((list as Workspace[]).map(({ id }) => id)).not.toContain(ws);
      await until('its rows to go', async () => {
        const counts = ['files', 'file_versions', 'workspaces'].map((table) =>
          loadNumber(
            server,
            `SELECT COUNT(*) FROM ${table} WHERE ${table === 'workspaces' ? 'id' : 'workspace_id'} = '${ws}'`,
          ),
        );
        return (await Promise.all(counts)).every((count) => count === 0);
      });
    });

    it('the default workspace is not deleted, even with force', async () => {
      const [first] = (await (
        await manage('GET', '/projects/default/workspaces')
      ).json()) as Workspace[];
      expect(await readStatusAndCode(remove(first?.id ?? '', '?force=true'))).toBe('409 conflict');
    });

    it('a workspace that scripts work in is deleted only with force', async () => {
      const { id } = await workspace({ name: 'Bound' });
      const identifier = await createMetaTask(server, 'typescript', NO_OP.typescript, {
        name: 'Works there',
        workspace_id: id,
      });
      const refused = (await (await remove(id)).json()) as Problem;
      expect(refused).toMatchObject({ status: 409, code: 'conflict' });
      expect(refused.detail).toContain(`"${identifier}"`);
      expect((await remove(id, '?force=true')).status).toBe(204);
      const again = await server.call('POST', '/projects/default/task-types/', {
        body: { name: 'Too late', script: NO_OP.python, workspace_id: id },
      });
      expect(again.body).toMatchObject({ code: 'unknown_binding' });
    });

    it('a workspace that is deleted during writes is gone afterwards', async () => {
      const { id: ws } = await workspace({ name: 'Contested' });
      const answers = await Promise.all([
        ...Array.from({ length: 30 }, (_, n) => files.put(`/${n}`, 'x', { ws })),
        remove(ws, '?force=true'),
        ...Array.from({ length: 30 }, (_, n) => files.put(`/later-${n}`, 'x', { ws })),
      ]);
      for (const { status } of answers) expect([201, 204, 404]).toContain(status);
      expect(await readStatusAndCode(files.fetch(`?ws=${ws}`))).toBe('404 not_found');
    });
  });

  it.each(LANGUAGES)('a %s script reads and writes in its bound workspace', async (language) => {
    const bound = await workspace({ name: `Of ${language} scripts` });
    const other = await workspace({ name: `Beside ${language}` });
    for (const ws of [bound.id, other.id, undefined])
      await files.put('/in.txt', `in ${ws ?? 'default'}`, ws === undefined ? {} : { ws });
    await files.put('/gone.txt', 'x', { ws: bound.id });
    const identifier = await createMetaTask(server, language, USES_FILES[language], {
      name: `Uses files in ${language}`,
      workspace_id: bound.id,
    });
    const id = await createTask(server, identifier, { other: other.id });
    const task = await taskWhen(server, id);
    expect(task.result).toEqual({
      read: `in ${bound.id}`,
      listed: ['/gone.txt', '/in.txt'],
      exists: [true, false],
      other: [`in ${other.id}`, ['/in.txt'], false],
    });
    expect(await files.paths('/', `&ws=${bound.id}`)).toEqual(['/in.txt', '/out.txt']);
    expect(await files.paths('/', `&ws=${other.id}`)).toEqual(['/in.txt', '/there.txt']);
    expect(await readStatusAndCode(files.read('/out.txt'))).toBe('404 not_found');
  });
});
