import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

const FILES = '/external/v1/projects/default/files';
const SCRIPT = `def run(params, reporter):
    files = reporter.files
    files.read("/used/in.txt")
    files.read("/used/in.txt")
    files.read_lines("/used/lines.md", 1, 1)
    files.exists("/used/other.txt")
    files.list("/used")
    files.write("/used/out.txt", "one")
    files.write("/used/out.txt", "two")
    files.write("/used/gone.txt", "x")
    files.delete("/used/gone.txt")
    return reporter.task.id
`;

type Use = Wire['TaskFileDto'];
interface Entry {
  path: string;
  written_by: { kind: string; id: string; name: string | null } | null;
}

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await sharedServer();
  for (const [path, content] of Object.entries({ 'in.txt': 'in', 'lines.md': '# A\n\nb\n' }))
    await server.call('PUT', `${FILES}/content`, { body: { path: `/used/${path}`, content } });
  id = await createTask(server, await createMetaTask(server, 'python', SCRIPT));
  await taskWhen(server, id);
});
afterAll(() => server.stop());

function loadUses(task: string, query = '') {
  return server.call<Use[]>('GET', `${TASKS}/${task}/files${query}`);
}

describe('the files of a task', () => {
  it('the files of a task are those it read, wrote and deleted, each once with its version', async () => {
    const { body } = await loadUses(id);
    expect(body.map(({ how, path }) => `${how} ${path}`).toSorted()).toEqual([
      'deleted /used/gone.txt',
      'read /used/in.txt',
      'read /used/lines.md',
      'written /used/gone.txt',
      'written /used/out.txt',
    ]);
    const findVersionId = (how: string, path: string): string | null | undefined =>
      body.find((use) => use.how === how && use.path === path)?.version_id;
    expect(findVersionId('read', '/used/in.txt')).toMatch(/^[0-9a-f-]{36}\.1$/);
    expect(findVersionId('written', '/used/out.txt')).toMatch(/^[0-9a-f-]{36}\.2$/);
    expect(findVersionId('deleted', '/used/gone.txt')).toBeNull();
    const version = findVersionId('written', '/used/out.txt') ?? '';
    const versions = await server.call<{ id: string }[]>(
      'GET',
      `${FILES}/versions?path=/used/out.txt`,
    );
    expect(versions.body.map((one) => one.id)).toContain(version);
  });

  it('the files of a task are listed by pages', async () => {
    const paths: string[] = [];
    for (let next: string | undefined = `${TASKS}/${id}/files?limit=2`; next !== undefined;) {
      const page: Awaited<ReturnType<typeof loadUses>> = await server.call<Use[]>('GET', next);
      paths.push(...page.body.map(({ how, path }) => `${how} ${path}`));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(paths).toEqual((await loadUses(id)).body.map(({ how, path }) => `${how} ${path}`));
  });

  it('a task that used no file has none, and an unknown task gets 404', async () => {
    const script = 'def run(params, reporter):\n    return 1\n';
    const other = await createTask(server, await createMetaTask(server, 'python', script));
    expect((await loadUses(other)).body).toEqual([]);
    expect((await loadUses('00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect(readError(await loadUses(other, '?cursor=x'))).toBe('422 validation_failed');
  });
});

describe('who wrote a file', () => {
  async function loadWriter(path: string): Promise<Entry['written_by'] | undefined> {
    const { body } = await server.call<Entry[]>('GET', `${FILES}/?path=/used`);
    return body.find((entry) => entry.path === path)?.written_by;
  }

  it('the writer of a file is the task, key or user that wrote it last', async () => {
    expect(await loadWriter('/used/out.txt')).toEqual({ kind: 'task', id, name: null });
    expect(await loadWriter('/used/in.txt')).toMatchObject({ kind: 'api_key' });
    const body = { path: '/used/out.txt', content: 'three' };
    await server.call('PUT', `${FILES}/content`, { body, token: server.adminToken });
    expect(await loadWriter('/used/out.txt')).toMatchObject({ kind: 'user', name: 'admin' });
    const form = new FormData();
    form.append('dir_path', '/used');
    form.append('file', new Blob(['sent']), 'sent.txt');
    const sent = await fetch(`${server.url}${FILES}/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.apiKey}` },
      body: form,
    });
    expect(await sent.json()).toMatchObject({ written_by: { kind: 'api_key' } });
    expect(await loadWriter('/used/sent.txt')).toMatchObject({ kind: 'api_key' });
  });

  it('the writer of a file stays when the file is moved', async () => {
    const body = { from: '/used/out.txt', to: '/used/moved.txt' };
    await server.call('POST', `${FILES}/move`, { body });
    expect(await loadWriter('/used/moved.txt')).toMatchObject({ kind: 'user', name: 'admin' });
  });
});
