/** Runs public MCP servers, which are Node programs, from the example file in the documentation. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newFolder, removeFolders } from '../support/folders.js';
import { withBody } from '../support/inline-script.js';
import { parseBlocks, readPage } from '../support/markdown.js';
import { refresh, SERVERS, type ServerRow } from '../support/mcp-servers/registry.js';
import { startServer, type TestServer } from '../support/server.js';
import { runScript } from '../support/tasks.js';

const FILE = 'mcp-servers.yaml';
const folder = newFolder();
let server: TestServer;

beforeAll(async () => {
  const block = parseBlocks(readPage('docs/mcp-client.md')).find(({ text }) => text.includes(FILE));
  execFileSync('bash', ['-e', '-c', block?.text ?? 'exit 1'], { cwd: folder });
  server = await startServer({ METARUN_MCP_SERVERS: join(folder, FILE) });
});
afterAll(async () => {
  await server.stop();
  removeFolders();
});

it('the public servers everything, filesystem and memory list their tools and are called', async () => {
  const { body } = await server.call<ServerRow[]>('GET', SERVERS);
  expect(body.map(({ name }) => name)).toEqual(['everything', 'files', 'memory']);
  for (const { id } of body) {
    const { status, text } = await refresh(server, id);
    expect([status, text]).toEqual([200, expect.any(String)]);
  }
  const code = `
call = lambda server, tool, given: reporter.mcp.call(server, tool, given)
entity = {"name": "metarun", "entityType": "program", "observations": ["runs tasks"]}
call("files", "write_file", {"path": params["path"], "content": "first line"})
call("memory", "create_entities", {"entities": [entity]})
return [
    call("everything", "echo", {"message": "hello"}).text,
    call("everything", "get-sum", {"a": 2, "b": 3}).text,
    call("files", "read_text_file", {"path": params["path"]}).text,
    call("memory", "search_nodes", {"query": "metarun"}).structured,
]`;
  const path = join(folder, 'mcp-files/notes.txt');
  const more = { params: { path }, metaTask: { allow_mcp: true } };
  const { result } = await runScript(server, 'python', withBody('python', code), more);
  expect(result).toEqual([
    'Echo: hello',
    expect.stringContaining('5'),
    'first line',
    {
      entities: [{ name: 'metarun', entityType: 'program', observations: ['runs tasks'] }],
      relations: [],
    },
  ]);
});
