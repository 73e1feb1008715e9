import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import { NO_OP } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

type Example = Wire['ExampleDto'];

let server: TestServer;
let examples: string;
beforeAll(async () => {
  server = await sharedServer();
  const identifier = await createMetaTask(server, 'python', NO_OP.python);
  examples = `/projects/default/task-types/${identifier}/examples`;
});
afterAll(() => server.stop());

function put(name: string, body: object, token = server.adminToken) {
  return server.call<Example>('PUT', `${examples}/${encodeURIComponent(name)}`, { body, token });
}

describe('the examples of a meta-task', () => {
  it('examples are created, replaced, read, listed by name, and deleted', async () => {
    expect((await server.call('GET', examples)).body).toEqual([]);
    const made = await put('Märchen 2.0', { params: { month: 'june' }, description: 'Long' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'Märchen 2.0',
      description: 'Long',
      params: { month: 'june' },
      updated_by: 'admin',
    });
    const other = await server.call<{ id: string }>('POST', '/users', { body: { name: 'Other' } });
    const member = { user_id: other.body.id, role: 'author' };
    await server.call('POST', '/projects/default/members', { body: member });
    const { body: theirs } = await server.call<{ token: string }>('POST', '/auth/tokens', {
      body: { name: 'theirs', ...member },
    });
    const replaced = await put('Märchen 2.0', { params: {} }, theirs.token);
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({ description: null, params: {}, updated_by: 'Other' });
    await put('a', { params: { deep: [{ a: 1.5 }] } });
    const { body } = await server.call<Example[]>('GET', examples);
    expect(body.map(({ name }) => name)).toEqual(['Märchen 2.0', 'a']);
    const one = await server.call<Example>('GET', `${examples}/a`);
    expect(one.body.params).toEqual({ deep: [{ a: 1.5 }] });
    expect((await server.call('DELETE', `${examples}/a`)).status).toBe(204);
    expect(readError(await server.call('GET', `${examples}/a`))).toBe('404 not_found');
    expect((await server.call('DELETE', `${examples}/a`)).status).toBe(404);
  });

  it.each([
    ['', {}],
    ['x', {}],
    ['x', { params: [] }],
    ['x', { params: null }],
    ['x', { params: {}, colour: 1 }],
    ['x', { params: {}, description: 'y'.repeat(501) }],
    ['x', { params: { text: 'y'.repeat(70_000) } }],
    ['a/b', { params: {} }],
    [' a', { params: {} }],
    ['a\u202e', { params: {} }],
    ['y'.repeat(101), { params: {} }],
  ])('an invalid example is refused: name %j, body %j', async (name, body) => {
    const { status } = await put(name, body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it('a meta-task has at most 50 examples, which can still be replaced', async () => {
    const known = (await server.call<Example[]>('GET', examples)).body.length;
    const more = Array.from({ length: 50 - known }, (_, n) => put(`many ${n}`, { params: {} }));
    for (const { status } of await Promise.all(more)) expect(status).toBe(201);
    expect(readError(await put('one more', { params: {} }))).toBe('409 conflict');
    expect((await put('many 3', { params: { n: 1 } })).status).toBe(200);
  });

  it('examples are visible under their own meta-task only', async () => {
    const other = await createMetaTask(server, 'python', NO_OP.python);
    const path = `/projects/default/task-types/${other}/examples`;
    expect((await server.call('GET', path)).body).toEqual([]);
    expect((await server.call('GET', `${path}/many%203`)).status).toBe(404);
    expect((await server.call('GET', '/projects/default/task-types/none/examples')).status).toBe(
      404,
    );
  });

  it('a viewer reads examples but cannot write them', async () => {
    const { body } = await server.call<{ token: string }>('POST', '/auth/tokens', {
      body: { name: 'looks on', role: 'viewer' },
    });
    const { token } = body;
    expect((await server.call('GET', examples, { token })).status).toBe(200);
    const refused = await server.call('PUT', `${examples}/v`, { body: { params: {} }, token });
    expect(refused.status).toBe(403);
  });
});
