import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import { withBody } from '../support/inline-script.js';
import { callTool, connect, MCP, rpc } from '../support/mcp.js';
import { newMetaTask, TYPES } from '../support/meta-tasks.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { TASKS, type TaskSummary } from '../support/tasks.js';

const FIXED = [
  'ask_files',
  'cancel_task',
  'get_task',
  'list_approvals',
  'list_tasks',
  'read_file',
  'search_files',
  'wait_for_task',
];
const ADD = {
  name: 'Add',
  identifier: 'add',
  description: 'Adds two numbers.',
  script_language: 'python',
  script: withBody('python', 'return {"sum": params["a"] + params["b"]}'),
  params_schema: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    required: ['a', 'b'],
  },
  result_schema: { type: 'object', properties: { sum: { type: 'integer' } }, required: ['sum'] },
  mcp_hints: { read_only: true, idempotent: true },
};

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
  await newMetaTask(server, ADD);
  const examples: [string, object][] = [
    ['first', { a: 1, b: 2 }],
    ['long', { a: 1, b: 2, more: 'x'.repeat(4_000) }],
    ['second', { a: 2, b: 3 }],
  ];
  for (const [name, params] of examples)
    await server.call('PUT', `${TYPES}/add/examples/${name}`, { body: { params } });
  const plain = (identifier: string, body: string, more: object = {}): Promise<unknown> =>
    newMetaTask(server, {
      name: identifier,
      identifier,
      script_language: 'python',
      script: withBody('python', body),
      ...more,
    });
  await plain('fails', 'raise ValueError("no luck")');
  await plain('long', 'return "x" * 300_000');
  await plain('slow', 'time.sleep(600)');
  await plain('secret-work', 'return 1', { mcp: 'hidden' });
  await plain('writes', 'reporter.files.write("/out/a.txt", "A")\nreturn {"path": "/out/a.txt"}');
});
afterAll(() => server.stop());

describe.each(['auto', 'legacy'] as const)('a client that negotiates "%s"', (mode) => {
  it('a client gets meta-tasks as tools with schemas and hints, and calls one', async () => {
    const client = await connect(server, { mode });
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual([...FIXED, 'add', 'fails', 'long', 'slow', 'writes'].toSorted());
    expect(tools.find(({ name }) => name === 'add')).toMatchObject({
      title: 'Add',
      description: 'Adds two numbers.',
      inputSchema: {
        ...ADD.params_schema,
        examples: [
          { a: 1, b: 2 },
          { a: 2, b: 3 },
        ],
      },
      outputSchema: ADD.result_schema,
      annotations: { title: 'Add', readOnlyHint: true, idempotentHint: true },
    });
    const answer = await client.callTool({ name: 'add', arguments: { a: 2, b: 40 } });
    expect(answer).toMatchObject({
      content: [{ type: 'text', text: '{"sum":42}' }],
      structuredContent: { sum: 42 },
    });
    expect(client.getNegotiatedProtocolVersion()).toBe(
      mode === 'auto' ? '2026-07-28' : '2025-11-25',
    );
    await client.close();
  });
});

describe('a call', () => {
  it('a call creates a task of the caller, once per idempotency key', async () => {
    const tasks = async (): Promise<TaskSummary[]> => {
      const path = `${TASKS}?task_type=add&limit=100`;
      return (await server.call<TaskSummary[]>('GET', path)).body;
    };
    const before = await tasks();
    const params = { _meta: { 'io.metarun/idempotency-key': 'once' } };
    for (let time = 1; time <= 3; time += 1) {
      const { body } = await callTool(server, 'add', { a: 1, b: 1 }, { params });
      expect(body.result['structuredContent']).toEqual({ sum: 2 });
    }
    const after = await tasks();
    expect(after).toHaveLength(before.length + 1);
    const detail = await server.call('GET', `${TASKS}/${after[0]?.id}`);
    expect(detail.body).toMatchObject({ created_by: { kind: 'api_key' }, params: { a: 1, b: 1 } });
  });

  it('a call of a failing script returns an error with its message', async () => {
    const { body } = await callTool(server, 'fails');
    expect(body.result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('script_error: ') }],
    });
    expect(body.result.content[0]?.text).toContain('no luck');
  });

  it('a call with invalid params names the place of the error', async () => {
    const { body } = await callTool(server, 'add', { a: 'x' });
    expect(body.result['isError']).toBe(true);
    expect(body.result.content[0]?.text).toMatch(/^validation_failed|\/params\/a must be integer/);
    expect(body.result.content[0]?.text).toContain('/params/a');
  });

  it('a long result is returned as a link to it', async () => {
    const { body } = await callTool(server, 'long');
    const link = body.result.content[1] as unknown as { uri: string };
    expect(link).toMatchObject({ type: 'resource_link', mimeType: 'application/json' });
    const read = await rpc(server, 'resources/read', { uri: link.uri });
    const [{ text }] = read.body.result['contents'] as [{ text: string }];
    expect(JSON.parse(text)).toBe('x'.repeat(300_000));
  });

  it('a result that names a file comes with a link to the file', async () => {
    const { body } = await callTool(server, 'writes');
    expect(body.result['structuredContent']).toEqual({ path: '/out/a.txt' });
    const link = body.result.content[1] as unknown as { uri: string };
    const read = await rpc(server, 'resources/read', { uri: link.uri });
    expect(read.body.result['contents']).toEqual([expect.objectContaining({ text: 'A' })]);
  });

  it('a call that returns before its task ends names the task to wait for', async () => {
    const { body } = await callTool(server, 'slow', {}, { query: '?wait_seconds=0' });
    const id = /The task (\S+) goes on/.exec(body.result.content[0]?.text ?? '')?.[1] ?? '';
    const waited = await callTool(server, 'wait_for_task', { task_id: id, wait_seconds: 0 });
    expect(waited.body.result['structuredContent']).toMatchObject({ id });
    const cancelled = await callTool(server, 'cancel_task', { task_id: id });
    expect(cancelled.body.result['structuredContent']).toMatchObject({ id });
    const ended = await callTool(server, 'wait_for_task', { task_id: id });
    expect(ended.body.result['structuredContent']).toMatchObject({ status: 'cancelled' });
    const { body: records } = await server.call(
      'GET',
      '/projects/default/audit?action=tasks.cancel',
    );
    expect(records).toContainEqual(expect.objectContaining({ target: { task_id: id } }));
  });

  it('a call of a hidden or unknown meta-task is refused', async () => {
    for (const name of ['secret-work', 'none'])
      expect((await callTool(server, name)).body.error).toMatchObject({ code: -32602 });
  });
});

describe('the fixed tools', () => {
  it('list_tasks pages through tasks by its cursor', async () => {
    const first = await callTool(server, 'list_tasks', { limit: 1 });
    const page = first.body.result['structuredContent'] as {
      tasks: TaskSummary[];
      next_cursor: string;
    };
    expect(page.tasks).toHaveLength(1);
    const next = await callTool(server, 'list_tasks', { limit: 1, cursor: page.next_cursor });
    const { tasks } = next.body.result['structuredContent'] as { tasks: TaskSummary[] };
    expect(tasks[0]?.id).not.toBe(page.tasks[0]?.id);
  });

  it('search_files cites lines that a client can then read', async () => {
    const text = '# Orders\n\nHow to pay.\n\n# Returns\n\nWithin thirty days.\n';
    const path = '/external/v1/projects/default/files/content';
    await server.call('PUT', path, { body: { path: '/hand/book.md', content: text } });
    const found = await callTool(server, 'search_files', { query: 'thirty' });
    const { results } = found.body.result['structuredContent'] as {
      results: { uri: string; path: string; first_line: number; last_line: number }[];
    };
    expect(results).toMatchObject([{ path: '/hand/book.md', first_line: 5, last_line: 7 }]);
    const cited = await rpc(server, 'resources/read', { uri: results[0]?.uri });
    expect(cited.body.result['contents']).toEqual([
      expect.objectContaining({ text: '# Returns\n\nWithin thirty days.\n' }),
    ]);
    const read = await callTool(server, 'read_file', { path: '/hand/book.md', lines: '3-3' });
    expect(read.body.result['structuredContent']).toMatchObject({ content: 'How to pay.\n' });
    const whole = await callTool(server, 'read_file', { path: '/hand/book.md' });
    expect(whole.body.result['structuredContent']).toMatchObject({ content: text });
  });

  it.each([
    ['get_task', {}, 'validation_failed'],
    ['get_task', { task_id: 'x' }, 'validation_failed'],
    ['get_task', { task_id: '01890000-0000-7000-8000-000000000000' }, 'not_found'],
    ['list_tasks', { limit: 0 }, 'validation_failed'],
    ['list_tasks', { more: 1 }, 'validation_failed'],
    ['list_tasks', { cursor: 'x' }, 'validation_failed'],
    ['read_file', { path: '/none' }, 'not_found'],
    ['search_files', { query: '-' }, 'validation_failed'],
  ])('the tool %s with %j answers %s', async (name, given, code) => {
    const { body } = await callTool(server, name, given);
    expect(body.result['isError']).toBe(true);
    expect(body.result.content[0]?.text.split(':')[0]).toBe(code);
  });
});

describe('a connection', () => {
  it('a connection offers only the tools that its URL names', async () => {
    const query = '?tools=add,get_*';
    const { body } = await rpc(server, 'tools/list', {}, { query });
    const tools = body.result['tools'] as { name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(['add', 'get_task']);
    expect((await callTool(server, 'fails', {}, { query })).body.error.code).toBe(-32602);
    expect((await callTool(server, 'list_tasks', {}, { query })).body.error.code).toBe(-32602);
  });

  it.each(['?tools=a%20b', '?tools=', '?wait_seconds=61', '?tools=a&tools=b'])(
    'a connection with the query %s is refused with 422',
    async (query) => expect((await rpc(server, 'tools/list', {}, { query })).status).toBe(422),
  );

  it('a connection whose key lacks a scope has no tools of that scope', async () => {
    const made = await server.call<{ key: string }>('POST', '/projects/default/api-keys', {
      body: { name: 'reads', scopes: ['tasks:read'] },
    });
    const token = made.body.key;
    const { body } = await rpc(server, 'tools/list', {}, { token });
    const tools = body.result['tools'] as { name: string }[];
    expect(tools.map(({ name }) => name)).toEqual([
      'get_task',
      'list_approvals',
      'list_tasks',
      'wait_for_task',
    ]);
    for (const name of ['add', 'cancel_task', 'read_file']) {
      const given = { path: '/x', task_id: '01890000-0000-7000-8000-000000000000', a: 1, b: 1 };
      const refused = await callTool(server, name, given, { token });
      expect(refused.body.result.content[0]?.text).toMatch(/^forbidden: /);
    }
  });

  it('a request without credentials gets 401, and GET and DELETE get 405', async () => {
    const refused = await server.call('POST', MCP, { token: null, body: {} });
    const challenge = refused.headers.get('www-authenticate');
    expect([refused.status, challenge]).toEqual([401, expect.stringMatching(/^Bearer\b/)]);
    // Clients take this metadata for an offer to sign in.
    expect(challenge).not.toContain('resource_metadata');
    for (const path of ['', MCP]) {
      const metadata = `/.well-known/oauth-protected-resource${path}`;
      expect((await server.call('GET', metadata, { token: null })).status).toBe(404);
    }
    for (const method of ['GET', 'DELETE']) {
      const answer = await server.call(method, MCP);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    }
  });

  it('a request from a page of another site is refused', async () => {
    const headers = { Origin: 'https://evil.example' };
    const refused = await rpc(server, 'tools/list', {}, { headers });
    expect(readError(refused)).toBe('403 forbidden');
    const own = { Origin: 'http://localhost:3000' };
    expect((await rpc(server, 'tools/list', {}, { headers: own })).status).toBe(200);
  });
});

describe('the fields of a meta-task', () => {
  it('the MCP fields of a meta-task are kept, and malformed hints are refused', async () => {
    const { body } = await server.call('GET', `${TYPES}/add`);
    expect(body).toMatchObject({ mcp: 'auto', mcp_hints: ADD.mcp_hints });
    for (const [hints, pointer] of [
      [{ read_only: 1 }, '/mcp_hints/read_only'],
      [{ other: true }, '/mcp_hints'],
    ]) {
      const answer = await server.call('PATCH', `${TYPES}/add`, { body: { mcp_hints: hints } });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ errors: [{ pointer }] });
    }
  });

  it('a tool without a description has the docstring of `run`, or else its name and project', async () => {
    const typed = [
      'from dataclasses import dataclass',
      '@dataclass',
      'class Params:',
      '    city: str',
      'def run(params: Params, reporter):',
      '    """Returns the weather of a city."""',
      '    return params.city',
    ].join('\n');
    const untyped =
      'def run(params: dict, reporter):\n    """Returns the tides of a port."""\n    return 1\n';
    const commented =
      '/** Returns the wind of a coast. */\nexport default async function run(params, reporter) { return 1; }';
    const make = (name: string, script_language: string, script: string, more: object = {}) =>
      newMetaTask(server, { name, identifier: name, script_language, script, ...more });
    await make('weather', 'python', typed);
    await make('tides', 'python', untyped);
    await make('wind', 'typescript', commented);
    await make('checked', 'python', untyped, { params_schema: ADD.params_schema });
    await make('named', 'python', untyped, { description: 'Knows the tides.' });
    const query = '?tools=weather,fails,tides,wind,checked,named';
    const { tools } = (await rpc(server, 'tools/list', {}, { query })).body.result;
    const described = tools as { name: string; description: string; inputSchema: object }[];
    expect(described.map(({ name, description }) => [name, description])).toEqual([
      ['checked', 'Returns the tides of a port.'],
      ['fails', 'Runs the meta-task "fails" of the project "default".'],
      ['named', 'Knows the tides.'],
      ['tides', 'Returns the tides of a port.'],
      ['weather', 'Returns the weather of a city.'],
      ['wind', 'Returns the wind of a coast.'],
    ]);
    expect(described[0]?.inputSchema).toEqual(ADD.params_schema);
    const { body } = await server.call('GET', `${TYPES}/checked`);
    expect(body).toMatchObject({ params_schema_inferred: false });
    expect((await callTool(server, 'tides', { any: [1] })).body.result['isError']).toBeFalsy();
    for (const name of ['weather', 'tides', 'wind', 'checked', 'named'])
      await server.call('DELETE', `${TYPES}/${name}`);
  });

  it('a meta-task without a script is not a tool', async () => {
    await newMetaTask(server, { name: 'Empty', identifier: 'empty' });
    expect((await callTool(server, 'empty')).body.error.code).toBe(-32602);
  });

  it('a schema that is too long for a tool is left out, and calls are checked by it all the same', async () => {
    const properties = { a: { type: 'integer', description: 'A'.repeat(16 * 1024) } };
    const schema = { type: 'object', properties, required: ['a'] };
    await newMetaTask(server, { ...ADD, name: 'Wide', identifier: 'wide', params_schema: schema });
    const { tools } = (await rpc(server, 'tools/list', {}, { query: '?tools=wide' })).body.result;
    expect(tools).toMatchObject([
      {
        name: 'wide',
        inputSchema: { type: 'object', description: expect.stringMatching(/1\d{4}/) },
      },
    ]);
    const { result } = (await callTool(server, 'wide', { a: 'one' })).body;
    expect([result['isError'], result.content[0]?.text]).toEqual([
      true,
      expect.stringContaining('/a'),
    ]);
  });
});
