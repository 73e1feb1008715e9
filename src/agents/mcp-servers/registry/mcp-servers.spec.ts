import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { ServiceEgress } from '../../../sandbox/egress/service-egress.js';
import { readServerConfig } from '../../../server/core/config.js';
import type { TaskStepEntity } from '../../../workflow/engine/state/task-step.entity.js';
import { McpCalls } from '../steps/mcp-calls.service.js';
import { Quotas } from '../../../access/projects/quotas.service.js';
import { McpGateway } from '../connection/mcp-gateway.service.js';
import { LocalServers } from './local-servers.js';
import { type ListedTool, serverTag } from './mcp-server.js';
import { McpServersService } from './mcp-servers.service.js';
import { McpTools } from './mcp-tools.service.js';
import { ServerStore } from './server-store.js';
import { ToolStore } from './tool-store.js';

const BY = { by: 'Ada', conditions: {} };

const bench = useEngineBench('mcp_servers', 'mcp_tools');
/** Tools that every server lists. */
let listed: ListedTool[] = [];

const egress = () => new ServiceEgress({ networkRanges: [] }, 'a test');
/** Returns an installation without local MCP servers. */
const local = () =>
  Object.assign(Object.create(LocalServers.prototype) as LocalServers, { list: async () => [] });
const store = (database = bench.database) => new ServerStore(database, local());

function servers(database = bench.database): McpServersService {
  const quotas = new Quotas(readServerConfig({}), database);
  const tools = new ToolStore(database);
  return new McpServersService(database, store(database), tools, egress(), quotas);
}

function tools(): McpTools {
  const connection = { tools: async () => listed, revision: '2025' };
  const hold = async (_server: object, _how: object, work: (held: object) => Promise<unknown>) =>
    work({ connection });
  const gateway = Object.assign(Object.create(McpGateway.prototype) as McpGateway, { hold });
  const { database } = bench;
  return new McpTools(database, store(), local(), new ToolStore(database), gateway);
}

/** Refreshes the tools of a server and returns them with their states. */
async function refreshed(id: string): Promise<string[]> {
  const { tools: found } = await tools().refresh(PROJECT, id, 'Ada', new AbortController().signal);
  return found.map(({ name, state }) => `${name} ${state}`);
}

async function states(id: string): Promise<string[]> {
  return (await tools().list(PROJECT, id, { limit: 10 })).map(
    ({ name, state }) => `${name} ${state}`,
  );
}

function tool(name: string, description = 'Reads.'): ListedTool {
  const schemas = { inputSchema: {}, outputSchema: null };
  return { name, title: null, description, ...schemas, annotations: {} };
}

const create = (given: object = {}) =>
  servers().create(
    PROJECT,
    { name: 'one', url: 'https://1.1.1.1/mcp', tools: ['get_*'], ...given },
    'Ada',
  );

describe('the tools of an MCP server', () => {
  it('tools that are named are accepted with the first list, and what comes later waits for a person', async () => {
    const { id } = await create();
    listed = [tool('get_one'), tool('send')];
    expect(await refreshed(id)).toEqual(['get_one allowed', 'send denied']);
    listed = [tool('get_one', 'does more'), tool('get_two'), tool('send')];
    expect(await refreshed(id)).toEqual(['get_one changed', 'get_two new', 'send denied']);
  });

  it('a page of tools begins behind the name that it is given', async () => {
    const { id } = await create();
    listed = ['b', 'a', 'é', 'B'].map((name) => tool(name));
    await refreshed(id);
    const names = async (page: { cursor?: string; limit: number }) =>
      (await tools().list(PROJECT, id, page)).map(({ name }) => name);
    expect(await names({ limit: 3 })).toEqual(['B', 'a', 'b']);
    expect(await names({ cursor: 'b', limit: 3 })).toEqual(['é']);
  });

  it('a tool is accepted as a person has seen it, and is not where it is another by then', async () => {
    const { id } = await create();
    listed = [tool('get_one')];
    await refreshed(id);
    listed = [tool('get_one', 'does more')];
    await refreshed(id);
    const [seen] = await tools().list(PROJECT, id, { limit: 10 });
    listed = [tool('get_one', 'does harm')];
    await refreshed(id);
    const accept = (hash: string | null) =>
      tools().accept(PROJECT, id, { name: 'get_one', hash }, 'Ada');
    await expect(accept(seen?.hash ?? '')).rejects.toMatchObject({ code: 'conflict' });
    expect(await states(id)).toEqual(['get_one changed']);
    expect(await accept(null)).toMatchObject({ state: 'allowed', acceptedBy: 'Ada' });
    listed = [];
    await refreshed(id);
    await expect(accept(null)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a server at another address is another one, of whose tools nothing is known or accepted', async () => {
    const { id } = await create();
    listed = [tool('get_one')];
    await refreshed(id);
    await servers().update(PROJECT, id, { timeout_seconds: 9 }, BY);
    expect(await states(id)).toEqual(['get_one allowed']);
    await servers().update(PROJECT, id, { url: 'https://1.0.0.1/mcp' }, BY);
    expect(await states(id)).toEqual([]);
    expect(await servers().get(PROJECT, id)).toMatchObject({ revision: null, checkedAt: null });
  });
});

describe('a change of an MCP server', () => {
  it.each([
    ['its limits', { timeout_seconds: 9 }, { timeout_seconds: 9 }],
    ['its tools', { tools: ['*'] }, { allow: '["*"]' }],
    [
      'its address',
      { url: 'https://1.0.0.1/mcp' },
      { url: 'https://1.0.0.1/mcp', revision: null, error: null, checked_at: null },
    ],
  ])('a change of %s changes nothing else of a server', async (_, given, changes) => {
    const { id } = await create();
    const known = `UPDATE mcp_servers SET revision = '2025', error = 'It broke.', checked_at = 1, updated_at = 1`;
    await bench.database.execute(known);
    const by = { ...BY, by: 'Bob' };
    const update = () => servers().update(PROJECT, id, given, by);
    expect(await bench.changes('mcp_servers', id, update)).toEqual({
      ...changes,
      updated_at: Date.now(),
      updated_by: 'Bob',
    });
  });

  it('no address that a server is given leads into the network of the host', async () => {
    const inside = 'http://127.0.0.1:9/';
    const auth = { kind: 'client_credentials', client_id: 'c', secret: 'S' };
    for (const [pointer, given] of [
      ['/url', { url: inside }],
      ['/auth/token_url', { auth: { ...auth, token_url: inside } }],
      ['/auth/issuer', { auth: { ...auth, issuer: inside } }],
    ] as const)
      await expect(create(given)).rejects.toMatchObject({ errors: [{ pointer }] });
    expect(await servers().list(PROJECT)).toEqual([]);
  });

  /** Returns a service in which another request changes the servers after each read. */
  function lateServers(): McpServersService {
    return servers(
      bench.afterReads(() =>
        bench.database.execute('UPDATE mcp_servers SET updated_at = updated_at + 1'),
      ),
    );
  }

  it('a change is refused where another one came first', async () => {
    const { id } = await create();
    const change = lateServers().update(PROJECT, id, { tools: ['*'] }, BY);
    await expect(change).rejects.toMatchObject({ code: 'conflict' });
    expect(await servers().get(PROJECT, id)).toMatchObject({ tools: ['get_*'] });
  });

  it('a deletion with If-Match is refused where another change came first, and one without is not', async () => {
    const server = await create();
    listed = [tool('get_one')];
    await refreshed(server.id);
    const late = lateServers();
    const failed = { code: 'precondition_failed' };
    const refused = late.remove(PROJECT, server.id, { ifMatch: serverTag(server) });
    await expect(refused).rejects.toMatchObject(failed);
    expect(await states(server.id)).toEqual(['get_one allowed']);
    await late.remove(PROJECT, server.id, {});
    expect(await servers().list(PROJECT)).toEqual([]);
  });
});

describe('the calls of an MCP server', () => {
  it('calls are listed newest first by pages, by the name of their server, with how they ended', async () => {
    const { id } = await create();
    const task = await bench.addTask();
    const step = (name: string, given: Partial<TaskStepEntity> = {}) =>
      bench.addStep(task, {
        kind: 'mcp',
        name,
        status: 'success',
        finished_at: Date.now() + 5,
        ...given,
      });
    const first = await step('one/get_a');
    const failed = await step('one/get_b', { status: 'failed', error_type: 'mcp_denied' });
    await step('one_more/get_a');
    await step('one/get_a', { kind: 'step' });
    await step('one/get_d', { project_id: 'other' });
    const open = await step('one/get_c', { status: 'waiting', finished_at: null });
    const calls = new McpCalls(bench.database, store());
    const list = async (cursor: string | undefined, limit = 10) =>
      (await calls.list(PROJECT, id, { cursor, limit })).map((call) => call.id);
    expect(await list(undefined)).toEqual([open, failed, first]);
    expect(await list(undefined, 2)).toEqual([open, failed]);
    expect(await list(failed.toUpperCase())).toEqual([first]);
    const at = Date.now();
    expect(await calls.list(PROJECT, id, { limit: 10 })).toMatchObject([
      { tool: 'get_c', outcome: 'waiting', at, durationMs: null },
      { tool: 'get_b', outcome: 'mcp_denied', durationMs: 5, taskId: task },
      { tool: 'get_a', outcome: 'ok', durationMs: 5 },
    ]);
  });
});
