import { describe, expect, it } from '@jest/globals';
import { type Code, withBody } from '../support/inline-script.js';
import { serveMcp } from '../support/mcp-servers/served.js';
import { says } from '../support/mcp-servers/tool-server.js';
import { LANGUAGES } from '../support/scripts.js';
import { runScript } from '../support/tasks.js';

const here = serveMcp();

const CALL: Code = {
  python: `found = reporter.mcp.call(params["server"], params["tool"], {"text": "häl"})
return [found.text, found.structured, found.is_error, found.path]`,
  typescript: `const found = await reporter.mcp.call(params.server, params.tool, { text: 'häl' });
return [found.content.map(({ text }: any) => text).join('\\n'), found.structured, found.is_error, found.path];`,
};

const AGAIN: Code = {
  python: `names = [tool["name"] for tool in reporter.mcp.tools("modern")]
first = reporter.mcp.call("modern", "send").text
reporter.sleep(2)
return [names, first, reporter.mcp.call("modern", "get_echo").text]`,
  typescript: `const names = (await reporter.mcp.tools('modern')).map(({ name }: any) => name);
const first = (await reporter.mcp.call('modern', 'send')).content[0].text;
await reporter.sleep(2);
return [names, first, (await reporter.mcp.call('modern', 'get_echo')).content[0].text];`,
};

const ERRORS: Code = {
  python: `def error(*args):
    try:
        reporter.mcp.call(*args)
    except Exception as thrown:
        return [getattr(thrown, "code", type(thrown).__name__), str(thrown)]
return [
    reporter.mcp.call("modern", "get_echo").is_error,
    error("modern", "send"),
    error("modern", "drop"),
    error("nowhere", "drop"),
    error("modern", "send", "text"),
]`,
  typescript: `const error = async (...args: any[]) => {
  try { await (reporter.mcp.call as any)(...args); } catch (thrown: any) { return [thrown.code ?? thrown.name, thrown.message]; }
};
return [
  (await reporter.mcp.call('modern', 'get_echo')).is_error,
  await error('modern', 'send'),
  await error('modern', 'drop'),
  await error('nowhere', 'drop'),
  await error('modern', 'send', 'text'),
];`,
};

const SECRET: Code = {
  python:
    'return reporter.mcp.call("modern", "get_echo", {"text": reporter.secrets.get("HUSH")}).text',
  typescript:
    "return (await reporter.mcp.call('modern', 'get_echo', { text: await reporter.secrets.get('HUSH') })).content[0].text;",
};

describe.each(LANGUAGES)('a script in %s', (language) => {
  it.each(['modern', 'legacy'] as const)(
    'a script calls a tool of a %s server, and its step records the call',
    async (name) => {
      const task = await here.run(language, CALL[language], { server: name, tool: 'get_echo' });
      expect([task.error_message, task.result]).toEqual([
        null,
        ['get_echo: {"text":"häl"}', { echo: { text: 'häl' } }, false, null],
      ]);
      expect((await here.steps(task.id))[0]).toMatchObject({
        kind: 'mcp',
        name: `${name}/get_echo`,
        status: 'success',
        detail: { server: name, tool: 'get_echo', arguments: { text: 'häl' } },
      });
      expect(here[name].calls()).toHaveLength(1);
    },
  );

  it('a replayed script takes the recorded answer of a call, and lists the tools it may call', async () => {
    const task = await here.run(language, AGAIN[language]);
    expect(task.result).toEqual([['get_echo', 'send'], 'send: {}', 'get_echo: {}']);
    expect(here.modern.calls().map(({ name }) => name)).toEqual(['send', 'get_echo']);
    const steps = await here.steps(task.id);
    expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'mcp modern',
      'mcp modern/send',
      'sleep sleep',
      'mcp modern/get_echo',
    ]);
  });

  it('each kind of MCP error reaches the script with its own code and advice', async () => {
    here.modern.onCall = ({ params }) =>
      params?.name === 'send'
        ? new Error('no such thing\u0007 here')
        : says('bad', { isError: true });
    const task = await here.run(language, ERRORS[language]);
    expect(task.result).toEqual([
      true,
      ['mcp_error', expect.stringContaining('the error -32601: no such thing here')],
      ['mcp_denied', expect.stringContaining('has no tool "drop"')],
      ['not_found', expect.stringContaining('There is no MCP server "nowhere"')],
      ['TypeError', expect.stringContaining('arguments')],
    ]);
    const steps = await here.steps(task.id);
    expect(steps.map(({ status, error }) => error?.type ?? status)).toEqual([
      'success',
      'mcp_error',
      'mcp_denied',
      'not_found',
    ]);
  });

  it('a meta-task without allow_mcp calls no MCP server', async () => {
    const script = withBody(language, CALL[language]);
    const params = { server: 'modern', tool: 'send' };
    const task = await runScript(here.server, language, script, { params });
    expect(task.error_message).toContain("The meta-task's allow_mcp is false");
    expect(here.modern.seen).toEqual([]);
  });

  it('secrets are redacted where a server echoes them, and in the recorded steps', async () => {
    const body = { value: 'hush-hush-42' };
    await here.server.call('PUT', '/projects/default/secrets/HUSH', { body });
    const task = await here.run(language, SECRET[language]);
    expect(task.result).toBe('get_echo: {"text":"[redacted]"}');
    expect(here.modern.calls()[0]?.message.params?.arguments).toEqual({ text: 'hush-hush-42' });
    expect(JSON.stringify(await here.steps(task.id))).not.toContain('hush');
  });
});

it('a large result becomes a file, and the script gets its beginning', async () => {
  here.modern.onCall = () => says('x'.repeat(1_100_000));
  const task = await here.run(
    'python',
    `found = reporter.mcp.call("modern", "send")
return [found.text[:10], len(reporter.files.read(found.path)) > 1_100_000, found.path[:6]]`,
  );
  expect([task.error_message, task.result]).toEqual([null, ['{"content"', true, '/.mcp/']]);
});
