/** Runs the public conformance suite of the protocol. What it may fail is listed in test/fixtures/mcp-conformance, by revision. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { withBody } from '../support/inline-script.js';
import { MCP } from '../support/mcp.js';
import { newMetaTask } from '../support/meta-tasks.js';
import { startServer, type TestServer } from '../support/server.js';

const SUITE = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');
/** The tools that the suite calls, as bodies of scripts. */
const FIXTURES: Readonly<Record<string, string>> = {
  greet: 'return "Hello, " + params["name"] + "!"',
  // Longer than the second within which a client that takes tasks gets a result at once.
  slow_compute: 'time.sleep(params["seconds"] * 1.5)\nreturn params["label"]',
  failing_job: 'time.sleep(1.5)\nraise ValueError("It fails as it is meant to.")',
  confirm_delete: 'reporter.ask_approval("Delete " + params["filename"] + "?")\nreturn "deleted"',
  test_streaming_elicitation: 'reporter.ask_approval("Go on?")\nreturn "went on"',
  test_logging_tool: 'reporter.log("a line")\nreturn "logged"',
  json_schema_2020_12_tool: 'return "valid"',
  test_simple_text: 'return "This is a simple text response for testing."',
  test_error_handling: 'raise ValueError("This tool intentionally returns an error for testing")',
  test_tool_with_progress:
    'for at in (0, 50, 99):\n    reporter.set_phase(f"At {at}")\n    reporter.set_progress(at)\n    time.sleep(0.15)',
};

/** The schema whose keywords the suite looks for. */
const KEYWORDS = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

let server: TestServer;
let proxy: Server;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-mcp-'));
  server = await startServer();
  for (const [identifier, body] of Object.entries(FIXTURES))
    await newMetaTask(server, {
      name: identifier,
      identifier,
      description: `For the suite: ${identifier}`,
      script_language: 'python',
      script: withBody('python', body),
      ...(identifier === 'json_schema_2020_12_tool' && { params_schema: KEYWORDS }),
    });
  await server.call('PATCH', '/projects/default/mcp', { body: { mcp_approvals: 'on_self' } });
  proxy = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${server.apiKey}` };
    const { port } = new URL(server.url);
    const { method } = request;
    const onward = send({ host: '127.0.0.1', port, path: MCP, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each(['2026-07-28', '2025-11-25'])(
  'all that %s requires passes, but for what is not offered',
  async (revision) => {
    const { port } = proxy.address() as AddressInfo;
    const list = resolve(`test/fixtures/mcp-conformance/${revision}.yaml`);
    const url = `http://localhost:${port}/mcp`;
    const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', list];
    const { exitCode, stdout, stderr } = await execa(process.execPath, [SUITE, ...args], {
      cwd: folder,
      reject: false,
    });
    const unexpected = exitCode === 0 ? [] : `${stdout}\n${stderr}`.split('\n').slice(-120);
    expect(unexpected).toEqual([]);
  },
);
