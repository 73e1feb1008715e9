/** Tests the lists of all kinds of objects: their pages, ids and projects. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import { NO_OP } from '../support/scripts.js';
import type { Answer, TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask } from '../support/tasks.js';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const OTHER = '/projects/other';

let server: TestServer;
let identifier: string;
beforeAll(async () => {
  server = await sharedServer();
  identifier = await createMetaTask(server, 'python', NO_OP.python);
  await server.call('POST', '/projects', { body: { name: 'Other', slug: 'other' } });
});
afterAll(() => server.stop());

interface Kind {
  /** Path of the list. Lists of objects of the installation have no project in it. */
  path: string;
  /** Returns the body that creates the n-th object. */
  body: (n: number) => object;
  order: 'newest' | 'oldest' | 'name';
  /** Kind of paging of the list; null if the list is complete. */
  pages: 'link' | 'offset' | null;
  /** Member that contains the id, if not `id`. */
  id?: string;
  /** True if a single object can be read. */
  one: boolean;
}

const MODEL = { name: 'm', model: 'm-1', context_tokens: 8_000, max_output_tokens: 1_000 };
const KINDS: Record<string, Kind> = {
  schedule: {
    path: '/projects/default/schedules',
    body: (n) => ({ name: `s${n}`, task_type_identifier: identifier, cron: '@yearly' }),
    order: 'newest',
    pages: 'offset',
    one: true,
  },
  webhook: {
    path: '/projects/default/webhooks',
    body: (n) => ({ url: `https://1.1.1.1/${n}`, events: ['task.failed'] }),
    order: 'oldest',
    pages: null,
    one: true,
  },
  workspace: {
    path: '/projects/default/workspaces',
    body: (n) => ({ name: `w${n}` }),
    order: 'oldest',
    pages: null,
    one: true,
  },
  'MCP server': {
    path: '/projects/default/mcp-servers',
    body: (n) => ({ name: `c${n % 3}`, url: 'https://1.1.1.1/mcp' }),
    order: 'name',
    pages: null,
    one: true,
  },
  'model provider': {
    path: '/projects/default/model-providers',
    body: (n) => ({ name: `p${n % 3}`, kind: 'anthropic', models: [MODEL] }),
    order: 'name',
    pages: null,
    one: true,
  },
  agent: {
    path: '/projects/default/agents',
    body: (n) => ({ name: `Agent ${n}` }),
    order: 'newest',
    pages: 'link',
    one: true,
  },
  'meta-task': {
    path: '/projects/default/task-types',
    body: (n) => ({ name: `Type ${n}`, script: NO_OP.python }),
    order: 'newest',
    pages: 'link',
    one: true,
  },
  memory: {
    path: '/external/v1/projects/default/memories',
    body: (n) => ({ text: `The harbour ${n} opens at dawn`, kind: 'fact', scope: 'project' }),
    order: 'newest',
    pages: 'link',
    one: true,
  },
  'API key': {
    path: '/projects/default/api-keys',
    body: (n) => ({ name: `k${n}` }),
    order: 'newest',
    pages: 'link',
    one: false,
  },
  member: {
    path: '/projects/default/members',
    body: (n) => ({ name: `m${n}`, role: 'viewer' }),
    order: 'newest',
    pages: 'link',
    id: 'user_id',
    one: false,
  },
  user: {
    path: '/users',
    body: (n) => ({ name: `u${n}` }),
    order: 'newest',
    pages: 'link',
    one: true,
  },
};

/** Returns all objects of a list, read in pages of two where the list has pages. */
async function listed({ path, pages }: Kind): Promise<Record<string, string>[]> {
  const found: Record<string, string>[] = [];
  let next: string | undefined = `${path}${pages === null ? '' : '?limit=2'}`;
  while (next !== undefined) {
    const page: Answer<Record<string, string>[]> = await server.call('GET', next);
    expect(page.status).toBe(200);
    found.push(...page.body);
    if (pages === null) return found;
    expect(page.body.length).toBeLessThanOrEqual(2);
    const isLast = page.body.length < 2;
    next =
      pages === 'link'
        ? /<(\/[^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
        : isLast
          ? undefined
          : `${path}?limit=2&offset=${found.length}`;
  }
  return found;
}

describe.each(Object.entries(KINDS))('a list with each %s', (noun, kind) => {
  const { path, body, order, id: member = 'id', one } = kind;
  const made: string[] = [];
  beforeAll(async () => {
    // An order that differs from that of the names.
    for (const n of [4, 3, 5]) {
      const answer = await server.call<Record<string, string>>('POST', path, { body: body(n) });
      expect([noun, answer.status]).toEqual([noun, 201]);
      made.push(answer.body[member] ?? '');
    }
  });

  it('a list has each once, in its order, whatever its pages', async () => {
    const ids = (await listed(kind)).map((row) => row[member] ?? '');
    expect(new Set(ids).size).toBe(ids.length);
    const [first = '', second = '', third = ''] = made;
    const expected = {
      newest: [third, second, first],
      oldest: [first, second, third],
      name: [second, first, third],
    };
    expect(ids.filter((id) => made.includes(id))).toEqual(expected[order]);
  });

  it('one is found by its id in any case, and in its own project alone', async () => {
    const [id = ''] = made;
    const method = one ? 'GET' : 'DELETE';
    expect(readError(await server.call(method, `${path}/${UNKNOWN}`))).toBe('404 not_found');
    expect(readError(await server.call(method, `${path}/no-id`))).toMatch(/^4(04|22) /);
    if (path.includes('/projects/default')) {
      const elsewhere = `${path.replace('/projects/default', OTHER)}/${id}`;
      expect(readError(await server.call(method, elsewhere))).toBe('404 not_found');
      expect(
        (await server.call('GET', path.replace('/projects/default', OTHER))).text,
      ).not.toContain(id);
    }
    if (one) {
      const known = await server.call('GET', `${path}/${id}`);
      expect(known.body).toMatchObject({ [member]: id });
      expect((await server.call('GET', `${path}/${id.toUpperCase()}`)).body).toEqual(known.body);
    } else {
      expect((await server.call('DELETE', `${path}/${id.toUpperCase()}`)).status).toBe(204);
      expect((await listed(kind)).map((row) => row[member])).not.toContain(id);
    }
  });
});
