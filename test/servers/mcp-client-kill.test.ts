import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { withBody } from '../support/inline-script.js';
import { newMcpServer } from '../support/mcp-servers/registry.js';
import {
  echo,
  type Message,
  says,
  startToolServer,
  type ToolServer,
} from '../support/mcp-servers/tool-server.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

let server: ServerProcess;
let tools: ToolServer;

beforeAll(async () => {
  [server, tools] = await Promise.all([
    startServerProcess({ METARUN_NETWORK_RANGES: '127.0.0.0/8' }),
    startToolServer(),
  ]);
  await newMcpServer(server, { name: 'tools', url: tools.url, tools: ['*'] });
});
afterAll(async () => {
  await server.stop();
  await tools.close();
});
beforeEach(() => tools.reset());

async function begun(code: string): Promise<string> {
  const script = withBody('python', code);
  return createTask(server, await createMetaTask(server, 'python', script, { allow_mcp: true }));
}

/** Leaves the calls of a tool unanswered until `on` is called. */
function silentAbout(name: string): { on: () => void } {
  let silent = true;
  tools.onRaw = ({ method, params }: Message) =>
    silent && method === 'tools/call' && params?.name === name;
  return {
    on: () => {
      silent = false;
    },
  };
}

const called = (): string[] => tools.calls().map(({ name }) => name);

it('a call whose outcome is lost is repeated only where that is harmless', async () => {
  const send = silentAbout('send');
  const lost = await begun(`first = reporter.mcp.call("tools", "get_echo", {"n": 1}).text
try:
    reporter.mcp.call("tools", "send")
except Exception as thrown:
    return [first, type(thrown).__name__, thrown.code, str(thrown)]`);
  await until('the call to be made', () => called().includes('send'));
  await server.restart();
  send.on();
  expect((await taskWhen(server, lost)).result).toEqual([
    'get_echo: {"n":1}',
    'McpOutcomeUnknown',
    'mcp_outcome_unknown',
    expect.stringContaining('The service stopped while the tool "send"'),
  ]);
  expect(called()).toEqual(['get_echo', 'send']);

  tools.reset();
  const get = silentAbout('get_echo');
  const again = await begun(`reporter.mcp.call("tools", "send", {"n": 2})
return reporter.mcp.call("tools", "get_echo", {"n": 3}).text`);
  await until('the call to be made', () => called().includes('get_echo'));
  await server.restart();
  get.on();
  expect((await taskWhen(server, again)).result).toBe('get_echo: {"n":3}');
  expect(called()).toEqual(['send', 'get_echo', 'get_echo']);
});

it('a task on an MCP server is awaited across a restart without a second call', async () => {
  let state: object = { status: 'working', pollIntervalMs: 500 };
  tools.onCall = (message) =>
    message.params?.name === 'send'
      ? { resultType: 'task', taskId: 'far', status: 'working', pollIntervalMs: 500 }
      : echo(message);
  tools.onTask = () => ({ taskId: 'far', ...state });
  const task = await begun('return reporter.mcp.call("tools", "send").text');
  await taskWhen(server, task, ({ status }) => status === 'waiting');
  await server.restart();
  const asked = tools.seen.length;
  await until('the task to be asked for', () => tools.seen.length > asked);
  state = { status: 'completed', result: says('done') };
  expect((await taskWhen(server, task)).result).toBe('done');
  expect(called()).toEqual(['send']);
});
