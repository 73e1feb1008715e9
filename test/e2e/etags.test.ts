import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import { NO_OP } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask } from '../support/tasks.js';

const PROJECT = '/projects/default';

let server: TestServer;
let identifier: string;
beforeAll(async () => {
  server = await sharedServer();
  identifier = await createMetaTask(server, 'python', NO_OP.python);
});
afterAll(() => server.stop());

interface Made {
  id: string;
}

/** Part of the OpenAPI document that these tests read. */
interface Document {
  paths: Record<string, { patch?: { description?: string } }>;
}

const THINGS = {
  schedule: {
    make: async (): Promise<string> => {
      const body = { name: 'Daily', task_type_identifier: identifier, cron: '0 0 1 1 *' };
      const made = await server.call<Made>('POST', `${PROJECT}/schedules`, { body });
      expect(made.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
      return `${PROJECT}/schedules/${made.body.id}`;
    },
    one: { task_name: 'one' },
    other: { task_name: 'other' },
  },
  webhook: {
    make: async (): Promise<string> => {
      const body = { url: 'https://example.com/hook', events: ['task.failed'] };
      const made = await server.call<Made>('POST', `${PROJECT}/webhooks`, { body });
      expect(made.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
      return `${PROJECT}/webhooks/${made.body.id}`;
    },
    one: { description: 'one' },
    other: { description: 'other' },
  },
  'retention policy': {
    make: () => Promise.resolve(`${PROJECT}/retention`),
    one: { tasks_days: 70 },
    other: { tasks_days: 71 },
  },
  workspace: {
    make: async (): Promise<string> => {
      const body = { name: 'Books' };
      const made = await server.call<Made>('POST', `${PROJECT}/workspaces`, { body });
      expect(made.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
      return `${PROJECT}/workspaces/${made.body.id}`;
    },
    one: { quota_bytes: 1_000_000 },
    other: { quota_bytes: 2_000_000 },
  },
  project: {
    make: () => Promise.resolve(PROJECT),
    one: { name: 'One' },
    other: { name: 'Other' },
  },
  'policy for MCP clients': {
    make: () => Promise.resolve(`${PROJECT}/mcp`),
    one: { mcp_approvals: 'on' },
    other: { mcp_approvals: 'off' },
  },
  'policy of memories': {
    make: () => Promise.resolve(`${PROJECT}/memory-settings`),
    one: { memory_review: 'all' },
    other: { memory_review: 'none' },
  },
  budget: {
    make: () => Promise.resolve(`${PROJECT}/model-budget`),
    one: { model_budget_usd_month: 7.5 },
    other: { model_budget_usd_month: null },
  },
  'model provider': {
    make: async (): Promise<string> => {
      const model = { model: 'tiny-1', context_tokens: 8_000, max_output_tokens: 1_000 };
      const body = { name: 'far', kind: 'anthropic', models: [{ name: 'tiny', ...model }] };
      const made = await server.call<Made>('POST', `${PROJECT}/model-providers`, { body });
      expect(made.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
      return `${PROJECT}/model-providers/${made.body.id}`;
    },
    one: { max_concurrency: 3 },
    other: { max_concurrency: 4 },
  },
  'MCP server': {
    make: async (): Promise<string> => {
      const body = { name: 'far', url: 'https://1.1.1.1/mcp' };
      const made = await server.call<Made>('POST', `${PROJECT}/mcp-servers`, { body });
      expect(made.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
      return `${PROJECT}/mcp-servers/${made.body.id}`;
    },
    one: { timeout_seconds: 30 },
    other: { timeout_seconds: 31 },
  },
  agent: {
    make: async (): Promise<string> => {
      const body = { name: 'Far' };
      const made = await server.call<Made>('POST', `${PROJECT}/agents`, { body });
      expect(made.headers.get('etag')).toBe('"1"');
      return `${PROJECT}/agents/${made.body.id}`;
    },
    one: { description: 'one' },
    other: { description: 'other' },
  },
  'meta-task': {
    make: () => Promise.resolve(`${PROJECT}/task-types/${identifier}`),
    one: { description: 'one' },
    other: { description: 'other' },
  },
} as const;

/** Path of the created object of each kind. */
const paths = new Map<string, string>();

function change(path: string, body: object, headers: Record<string, string> = {}) {
  return server.call('PATCH', path, { body, headers });
}

async function loadEtag(path: string): Promise<string> {
  return (await server.call('GET', path)).headers.get('etag') ?? '';
}

describe.each(Object.entries(THINGS))('a %s', (noun, { make, one, other }) => {
  it('a change with If-Match succeeds only against the current ETag', async () => {
    const path = await make();
    paths.set(noun, path);
    const tag = await loadEtag(path);
    const first = await change(path, one, { 'If-Match': tag });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).not.toBe(tag);
    expect(first.headers.get('etag')).toBe(await loadEtag(path));
    const late = await change(path, other, { 'If-Match': tag });
    expect(readError(late)).toBe('412 precondition_failed');
    expect(late.text).toContain(`The ${noun} has the ETag`);
    expect((await server.call('GET', path)).body).toMatchObject(one);
    expect((await change(path, other, { 'If-Match': 'W/"x", "y"' })).status).toBe(412);
    expect((await change(path, other, { 'If-Match': '*' })).status).toBe(200);
    expect((await change(path, one)).status).toBe(200);
    const versioned = ['meta-task', 'agent'].includes(noun);
    expect(await loadEtag(path)).toBe(versioned ? '"4"' : first.headers.get('etag'));
  });

  it('one of many simultaneous changes with the same ETag succeeds, and the others are refused', async () => {
    const path = paths.get(noun) ?? '';
    const headers = { 'If-Match': await loadEtag(path) };
    const changes = Array.from({ length: 6 }, () => change(path, other, headers));
    const answers = await Promise.all(changes);
    const refused = answers.filter(({ status }) => status !== 200).map(readError);
    expect([noun, ...refused]).toEqual([noun, ...Array(5).fill('412 precondition_failed')]);
  });
});

describe.each(['schedule', 'webhook', 'workspace', 'model provider'] as const)('a %s', (noun) => {
  it('a deletion with If-Match succeeds only against the current ETag', async () => {
    const list = `${PROJECT}/${noun.replace(' ', '-')}s`;
    const all = await server.call<(Made & { is_default?: boolean })[]>('GET', list);
    const path = `${list}/${all.body.find((one) => one.is_default !== true)?.id}`;
    const stale = { headers: { 'If-Match': '"stale"' } };
    expect((await server.call('DELETE', path, stale)).status).toBe(412);
    const known = { headers: { 'If-Match': await loadEtag(path) } };
    expect((await server.call('DELETE', path, known)).status).toBe(204);
  });
});

it('a schedule keeps its ETag when it runs and gets a new one when it is paused', async () => {
  const body = { name: 'Often', task_type_identifier: identifier, cron: '0 0 1 1 *' };
  const { body: made } = await server.call<Made>('POST', `${PROJECT}/schedules`, { body });
  const path = `${PROJECT}/schedules/${made.id}`;
  const tag = await loadEtag(path);
  expect((await server.call('POST', `${path}/run`)).status).toBe(201);
  expect(await loadEtag(path)).toBe(tag);
  const stale = { headers: { 'If-Match': '"stale"' } };
  expect((await server.call('POST', `${path}/pause`, stale)).status).toBe(412);
  const paused = await server.call('POST', `${path}/pause`, { headers: { 'If-Match': tag } });
  expect(paused.status).toBe(200);
  expect(paused.headers.get('etag')).not.toBe(tag);
  const resumed = await server.call('POST', `${path}/resume`, { headers: { 'If-Match': tag } });
  expect(resumed.status).toBe(412);
});

/** Routes that require an ETag and are tested elsewhere, since they need a model. */
const ELSEWHERE = ['/projects/{project_id}/search-settings'];

it('every route that changes something by its ETag is tried here', async () => {
  const { body } = await server.call<Document>('GET', '/openapi.json');
  const conditional = Object.entries(body.paths)
    .filter(([, { patch }]) => patch?.description?.includes('If-Match') === true)
    .map(([path]) => path);
  const tried = new Set([...paths.values()].map(toRoute));
  const missing = conditional.filter(
    (path) => !ELSEWHERE.includes(path) && !tried.has(toRoute(path)),
  );
  expect(missing).toEqual([]);
});

/** Returns the route of a path without the names of its project and its object. */
function toRoute(path: string): string {
  const [, projects = '', , kind = '', ...rest] = path.split('/');
  return [projects, kind, rest.length].join('/');
}
