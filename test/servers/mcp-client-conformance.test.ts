/**
 * Runs the public client suite of the protocol. Its expected failures are listed in test/fixtures/mcp-conformance, by
 * revision.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { withBody } from '../support/inline-script.js';
import { startServer, type TestServer } from '../support/server.js';

const SUITE = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');
const CLIENT = resolve('test/fixtures/mcp-conformance/client.mjs');
/** Makes the calls that the suite lists, or else calls each tool with a value for each argument. */
const SCRIPT = `tools = reporter.mcp.tools(params["server"])
schema = next((tool["input_schema"] for tool in tools if "$schema" in tool["input_schema"]), {})
values = {"string": "a text", "number": 3, "integer": 2, "boolean": True, "array": [], "object": schema}
calls = [(call["name"], call["arguments"]) for call in params["calls"]]
for tool in tools if not calls else []:
    properties = tool["input_schema"].get("properties", {})
    calls.append((tool["name"], {name: values.get(about.get("type"), "x") for name, about in properties.items()}))
found = []
for name, given in calls:
    try:
        found.append(reporter.mcp.call(params["server"], name, given).text)
    except Exception as error:
        found.append(str(error))
return found`;

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-mcp-client-'));
  server = await startServer({
    METARUN_NETWORK_RANGES: '127.0.0.0/8,::1/128',
    METARUN_LIMITS: 'mcp_servers=200',
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['2025-11-25', ['--suite', 'all', '--spec-version', '2025-11-25']],
  ['2026-07-28', ['--suite', 'all', '--spec-version', '2026-07-28']],
  ['extensions', ['--suite', 'extensions']],
])(
  'the MCP client passes the public suite of %s, except for the listed failures',
  async (name, which) => {
    const command = `${process.execPath} ${CLIENT}`;
    const list = resolve(`test/fixtures/mcp-conformance/${name}.yaml`);
    const { exitCode, stdout } = await execa(
      process.execPath,
      [
        SUITE,
        'client',
        '--command',
        command,
        ...which,
        '--timeout',
        '60000',
        '--expected-failures',
        list,
      ],
      {
        cwd: folder,
        reject: false,
        env: {
          METARUN_URL: server.url,
          METARUN_TOKEN: server.adminToken,
          METARUN_KEY: server.apiKey,
          SCRIPT: withBody('python', SCRIPT),
        },
      },
    );
    expect(exitCode === 0 ? [] : stdout.split('\n').slice(-200)).toEqual([]);
  },
);
