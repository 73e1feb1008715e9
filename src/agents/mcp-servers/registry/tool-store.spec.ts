import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import type { ListedTool, McpServer } from './mcp-server.js';
import { ToolStore } from './tool-store.js';

const BY = 'Ada';
const bench = useEngineBench('mcp_tools');

/** Returns a server with this allow list. */
function server(...tools: string[]): McpServer {
  return {
    scope: 'project',
    id: 'server',
    projectId: PROJECT,
    name: 'server',
    url: 'https://example.com/mcp',
    auth: { kind: 'none' },
    tools,
    timeout_seconds: 60,
    max_concurrency: 1,
    revision: null,
    error: null,
    checkedAt: null,
    createdAt: 0,
    updatedAt: 0,
    updatedBy: BY,
  };
}

function tool(name: string, description = 'Reads.'): ListedTool {
  const schemas = { inputSchema: {}, outputSchema: null };
  return { name, title: null, description, ...schemas, annotations: {} };
}

const store = (): ToolStore => new ToolStore(bench.database);

/** Stores the tools that the server lists; `by` accepts those on the allow list. */
function list(by: string | null, of: McpServer, ...tools: ListedTool[]): Promise<void> {
  return bench.database.write((transaction) => store().replace(transaction, of, tools, by));
}

/** Changes the allow list from `before` to that of the server, as an administrator. */
function change(of: McpServer, ...before: string[]): Promise<void> {
  return bench.database.write((transaction) => store().acceptNamed(transaction, of, before, BY));
}

async function states(of: McpServer): Promise<Record<string, string>> {
  const tools = await store().list(of);
  return Object.fromEntries(tools.map(({ name, state }) => [name, state]));
}

describe('the tools of an MCP server', () => {
  it('a change of the allow list accepts the tools that it newly names, and no others', async () => {
    const wide = server('read', 'write*');
    await list(null, wide, tool('read'), tool('write'), tool('drop'));
    expect(await states(wide)).toEqual({ read: 'new', write: 'new', drop: 'denied' });
    await change(wide, 'read');
    expect(await states(wide)).toEqual({ read: 'new', write: 'allowed', drop: 'denied' });
    expect(await store().get(wide, 'write')).toMatchObject({ acceptedBy: BY });
    expect(await states({ ...wide, projectId: 'other' })).toEqual({});
  });

  it('a tool that has changed is not allowed until it is accepted as it is', async () => {
    const all = server('*');
    await list(BY, all, tool('read'));
    const { hash: before } = await store().get(all, 'read');
    await list(BY, all, tool('read', 'Reads, and deletes.'));
    await change(all);
    const changed = await store().get(all, 'read');
    expect(changed).toMatchObject({ state: 'changed', accepted: { description: 'Reads.' } });
    const accept = (hash: string): Promise<boolean> =>
      bench.database.write((tx) => store().accept(tx, all, { name: 'read', hash }, BY));
    expect([await accept(before), await states(all)]).toEqual([false, { read: 'changed' }]);
    expect([await accept(changed.hash), await states(all)]).toEqual([true, { read: 'allowed' }]);
  });

  it('a tool that comes back is allowed only as it was accepted', async () => {
    const all = server('*');
    await list(BY, all, tool('same'), tool('other'));
    await list(null, all);
    expect(await states(all)).toEqual({ same: 'gone', other: 'gone' });
    await list(null, all, tool('same'), tool('other', 'Deletes.'));
    expect(await states(all)).toEqual({ same: 'allowed', other: 'changed' });
  });
});
