import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { packagePath } from '../../src/base/kernel/package-root.js';
import { MCP } from '../support/mcp.js';
import { runCli, runCliProcess } from '../support/cli.js';
import { withBody } from '../support/inline-script.js';
import { newMetaTask } from '../support/meta-tasks.js';
import { CLI } from '../support/server-process.js';
import { startServer, type TestServer } from '../support/server.js';

let server: TestServer;
let env: Record<string, string>;
beforeAll(async () => {
  server = await startServer();
  env = { METARUN_URL: server.url, METARUN_TOKEN: server.apiKey };
  await newMetaTask(server, {
    name: 'Echo',
    identifier: 'echo',
    script_language: 'python',
    script: withBody(
      'python',
      'reporter.set_phase("Echoing")\ntime.sleep(1)\nreturn {"echo": params["text"]}',
    ),
  });
  const form = { type: 'object', properties: { copies: { type: 'integer' } } };
  await newMetaTask(server, {
    name: 'Asks',
    identifier: 'asks',
    script_language: 'python',
    script: withBody(
      'python',
      `return reporter.ask_approval("Print?", form=${JSON.stringify(form)})["payload"]`,
    ),
  });
  await server.call('PATCH', '/projects/default/mcp', { body: { mcp_approvals: 'on_self' } });
});
afterAll(() => server.stop());

describe('metarun mcp', () => {
  it.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('metarun mcp serves a client that negotiates "%s"', async (mode, revision) => {
    const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } });
    const { PATH = '', HOME = '/' } = process.env;
    const args = [resolve(CLI), 'mcp', '--tools', 'echo,get_*'];
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args,
        env: { PATH, HOME, ...env },
        stderr: 'pipe',
      }),
    );
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'get_task']);
    const phases: (string | undefined)[] = [];
    const text = 'häl ✓';
    const answer = await client.callTool(
      { name: 'echo', arguments: { text } },
      { onprogress: ({ message }) => phases.push(message) },
    );
    expect(answer.structuredContent).toEqual({ echo: text });
    expect(phases).toContain('Echoing');
    await expect(client.callTool({ name: 'none ✓', arguments: {} })).rejects.toThrow('no tool');
    await client.close();
  });

  it.each(['stdio', 'HTTP'])(
    'a client of the 1.x library works over %s and answers an approval by elicitation',
    async (way) => {
      const client = new OldClient(
        { name: 't', version: '1' },
        { capabilities: { elicitation: { form: {} } } },
      );
      const asked: unknown[] = [];
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        asked.push(params.message);
        return { action: 'accept', content: { copies: 2 } };
      });
      const { PATH = '', HOME = '/' } = process.env;
      const headers = { Authorization: `Bearer ${server.apiKey}` };
      const transport =
        way === 'HTTP'
          ? new OldHttpTransport(new URL(`${server.url}${MCP}`), { requestInit: { headers } })
          : new OldStdioTransport({
              command: process.execPath,
              args: [resolve(CLI), 'mcp'],
              env: { PATH, HOME, ...env },
              stderr: 'pipe',
            });
      await client.connect(transport as Transport);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['asks', 'echo']));
      const echoed = await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
      expect(echoed.structuredContent).toEqual({ echo: 'hi' });
      const decided = await client.callTool({ name: 'asks', arguments: {} });
      expect([decided.structuredContent, asked]).toEqual([{ copies: 2 }, ['Print?']]);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ name }) => name)).toEqual(['file', 'logs', 'result']);
      await client.close();
    },
  );

  it('metarun mcp answers invalid and refused messages with errors, and ends with its input', async () => {
    const lines = ['no json', '{"jsonrpc":"2.0","id":7,"method":"tools/list"}'];
    const bad = { ...env, METARUN_TOKEN: 'mrk_wrong' };
    const { code, stdout } = await runCliProcess(['mcp'], {
      env: bad,
      stdin: `${lines.join('\n')}\n`,
    });
    expect(code).toBe(0);
    const answers = stdout.trim().split('\n');
    expect(answers.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32700 }) }),
      expect.objectContaining({ id: 7, error: expect.objectContaining({ code: -32000 }) }),
    ]);
  });

  it.each([
    ['claude', 'mcpServers'],
    ['cursor', 'mcpServers'],
    ['vscode', 'servers'],
  ])(
    'metarun mcp --install prints the settings of %s without the token',
    async (program, member) => {
      const args = ['mcp', '--install', program, '--print', '--tools', 'echo'];
      const { code, stdout } = await runCli(args, { env });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        [member]: {
          'metarun-default': {
            command: packagePath('bin/metarun'),
            args: ['mcp', '--url', server.url, '--project', 'default', '--tools', 'echo'],
          },
        },
      });
      expect(stdout).not.toContain(server.apiKey);
    },
  );

  it.each([
    [['--wait', '61'], 'metarun: --wait is a whole number of seconds from 0 to 60.'],
    [['--print'], 'metarun: --print goes with --install: metarun mcp --install claude --print'],
    [
      ['--install', 'other'],
      "error: option '--install <program>' argument 'other' is invalid. Allowed choices are claude, cursor, vscode.",
    ],
  ])('metarun mcp refuses the options %j and names the mistake', async (args, mistake) => {
    const { code, stdout, stderr } = await runCli(['mcp', ...args], { env });
    expect({ code, stdout, first: stderr.split('\n')[0] }).toEqual({
      code: 2,
      stdout: '',
      first: mistake,
    });
  });
});
