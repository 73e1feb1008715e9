import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError, requireProblem } from '../support/http.js';
import { type MetaTask, postMetaTask, TYPES } from '../support/meta-tasks.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

const PYTHON = 'def run(params, reporter):\n    return params\n';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const read = (reference: string) => server.call<MetaTask>('GET', `${TYPES}/${reference}`);
const patch = (reference: string, body: object) =>
  server.call<MetaTask>('PATCH', `${TYPES}/${reference}`, { body });

describe('a change under a condition', () => {
  const asked = (method: string, path: string, header: object, body?: object) =>
    server.call<MetaTask>(method, `${TYPES}/${path}`, {
      headers: header as Record<string, string>,
      ...(body && { body }),
    });

  it('every answer with a meta-task has its version as the ETag', async () => {
    const made = await postMetaTask(server, { name: 'Tagged', script: PYTHON });
    const { identifier } = made.body;
    const tags = [
      made,
      await patch(identifier, { timeout_seconds: 9 }),
      await read(identifier),
      await asked('POST', `${identifier}/versions/1/restore`, {}),
      await asked('POST', `${identifier}/archive`, {}),
      await read(identifier),
      await asked('POST', `${identifier}/restore`, {}),
    ].map(({ headers }) => headers.get('etag'));
    expect(tags).toEqual(['"1"', '"2"', '"2"', '"1"', '"1-archived"', '"1-archived"', '"1"']);
  });

  it('a change with If-Match succeeds for the current version and gets 412 for another', async () => {
    const { identifier } = (await postMetaTask(server, { name: 'Guarded', script: PYTHON })).body;
    const changes: [string, string, object?][] = [
      ['PATCH', identifier, { timeout_seconds: 11 }],
      ['POST', `${identifier}/versions/1/restore`],
      ['POST', `${identifier}/archive`],
      ['POST', `${identifier}/restore`],
    ];
    for (const [method, path, body] of changes) {
      const before = await read(identifier);
      const stale = await asked(method, path, { 'If-Match': '"77", W/"1"' }, body);
      expect([path, readError(stale)]).toEqual([path, '412 precondition_failed']);
      expect(requireProblem(stale).detail).toContain(before.headers.get('etag'));
      expect((await read(identifier)).body).toEqual(before.body);
      const etag = before.headers.get('etag') ?? '';
      expect((await asked(method, path, { 'If-Match': etag }, body)).status).toBe(200);
      expect((await read(identifier)).headers.get('etag')).not.toBe(etag);
    }
  });

  it('only one of ten simultaneous changes to the same version succeeds', async () => {
    const { identifier } = (await postMetaTask(server, { name: 'Raced', script: PYTHON })).body;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        asked('PATCH', identifier, { 'If-Match': '"1"' }, { timeout_seconds: index + 20 }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
    expect((await read(identifier)).body).toMatchObject({ version: 2 });
  });

  it('a reader that has the version already gets 304', async () => {
    const { identifier } = (await postMetaTask(server, { name: 'Cached', script: PYTHON })).body;
    const same = await asked('GET', identifier, { 'If-None-Match': '"1"' });
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', '"1"']);
    expect((await asked('GET', identifier, { 'If-None-Match': '"2"' })).status).toBe(200);
  });
});
