import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { runCli } from '../support/cli.js';
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
});
afterAll(() => server.stop());

describe('metarun mcp', () => {
  it.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('carries messages of a client that negotiates "%s"', async (mode, revision) => {
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

  it('answers what it cannot carry, and ends with its input', async () => {
    const lines = ['no json', '{"jsonrpc":"2.0","id":7,"method":"tools/list"}'];
    const bad = { ...env, METARUN_TOKEN: 'mrk_wrong' };
    const { code, stdout } = await runCli(['mcp'], { env: bad, stdin: `${lines.join('\n')}\n` });
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
  ])('prints what the settings of %s need, without the token', async (program, member) => {
    const args = ['mcp', '--install', program, '--print', '--tools', 'echo'];
    const { code, stdout } = await runCli(args, { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      [member]: {
        'metarun-default': {
          command: 'metarun',
          args: ['mcp', '--url', server.url, '--project', 'default', '--tools', 'echo'],
        },
      },
    });
    expect(stdout).not.toContain(server.apiKey);
  });

  it.each([[['--wait', '61']], [['--print']], [['--install', 'other']]])(
    'refuses %j',
    async (args) => {
      expect((await runCli(['mcp', ...args], { env })).code).toBe(2);
    },
  );
});
