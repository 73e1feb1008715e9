import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import type { Wire } from '../support/wire.js';

const SCRIPT = 'def run(params, reporter):\n    return 1\n';

type Version = Wire['MetaTaskDto'];

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

it.each([
  ['task-types', { script: SCRIPT }],
  ['agents', { instructions: 'Be brief.' }],
])('a version of %s has the note that it was made with', async (path, fields) => {
  const list = `/projects/default/${path}`;
  const body = { name: 'Noted', identifier: 'noted', note: 'First\nof all', ...fields };
  const made = await server.call<Version>('POST', list, { body });
  expect(made.body).toMatchObject({ version: 1, note: 'First\nof all' });
  const one = `${list}/noted`;
  const change = (asked: object) => server.call<Version>('PATCH', one, { body: asked });
  expect((await change({ description: 'x' })).body).toMatchObject({ version: 2, note: null });
  expect((await change({ description: 'y', note: 'Why' })).body).toMatchObject({
    version: 3,
    note: 'Why',
  });
  // An unchanged meta-task gets neither a version nor a note.
  expect((await change({ description: 'y', note: 'Again' })).body).toMatchObject({
    version: 3,
    note: 'Why',
  });
  const { body: versions } = await server.call<Version[]>('GET', `${one}/versions`);
  expect(versions.map(({ note }) => note)).toEqual(['Why', null, 'First\nof all']);
  const restored = await server.call<Version>('POST', `${one}/versions/1/restore`);
  expect(restored.body.note).toBe('First\nof all');
  for (const note of ['', 7, 'x'.repeat(1_001), 'a\u0000b'])
    expect({
      note,
      code: readError(await change({ description: 'z', note })),
    }).toMatchObject({
      code: expect.stringMatching(/^4\d\d /),
    });
});

it('a request that makes no version refuses a note', async () => {
  const body = { name: 'Noted', script: SCRIPT, note: 'x' };
  for (const path of ['check', 'try'])
    expect(
      readError(await server.call('POST', `/projects/default/task-types/${path}`, { body })),
    ).toBe('422 validation_failed');
});
