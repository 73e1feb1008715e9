import { expect } from '@jest/globals';
import type { CliAnswer } from '../cli.js';
import type { TestServer } from '../server.js';
import { sql } from '../sql.js';

type Run<Answer> = (...args: string[]) => Promise<Answer>;

/** Uses each command of `metarun mcp-servers`. `done` runs one that succeeds, `here` any. */
export async function useMcpServers(
  server: TestServer,
  done: Run<string>,
  here: Run<CliAnswer>,
): Promise<void> {
  // A name that no machine has: it is added, and cannot be asked.
  const url = 'https://mcp.invalid/mcp';
  const added = await here('mcp-servers', 'add', 'shop', url, '--tool', 'get_*', 'send');
  expect([added.code, added.stderr]).toEqual([1, expect.stringContaining('cannot be reached')]);
  expect(await done('mcp-servers', 'list')).toMatch(/shop +https:\S+ +get_\* send +The MCP server/);
  const refreshed = await here('mcp-servers', 'refresh', 'shop');
  expect(refreshed.code).toBe(1);
  expect((await here('mcp-servers', 'change', 'shop')).code).toBe(2);
  expect((await here('mcp-servers', 'change', 'shop', '--header', 'X')).code).toBe(2);
  await done('mcp-servers', 'change', 'shop', '--secret', 'KEY', '--header', 'X-Key');
  expect(await done('mcp-servers', 'show', 'shop')).toMatch(/auth +header KEY X-Key/);
  await sql(
    server,
    `INSERT INTO mcp_tools (server_id, name, project_id, definition, hash)
     SELECT id, 'get_it', project_id, '{"title":null,"description":"Gets it.","inputSchema":{},"outputSchema":null,"annotations":{}}', 'abc'
     FROM mcp_servers WHERE name = 'shop' AND project_id IN (SELECT id FROM projects WHERE slug = 'default')`,
  );
  expect(await done('mcp-servers', 'tools', 'shop')).toMatch(/get_it +new +abc +Gets it\./);
  expect(await done('mcp-servers', 'accept', 'shop', 'get_it')).toContain('accepted, and allowed');
  const calls = JSON.parse(await done('mcp-servers', 'calls', 'shop', '--json')) as object;
  expect(calls).toEqual({ calls: [] });
  await done('mcp-servers', 'remove', 'shop', '--yes');
  const left = JSON.parse(await done('mcp-servers', 'list', '--json')) as object;
  expect(left).toEqual({ mcp_servers: [] });
}
