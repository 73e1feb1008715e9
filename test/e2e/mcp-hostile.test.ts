import { randomUUID } from 'node:crypto';
import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitForApproval } from '../support/approvals.js';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { withBody } from '../support/inline-script.js';
import { callTool, MCP, REVISION, rpc } from '../support/mcp.js';
import { newMetaTask, TYPES } from '../support/meta-tasks.js';
import { type TestServer } from '../support/server.js';
import { createTask, taskWhen } from '../support/tasks.js';

/** Seed of the random bodies; set `MCP_SEED` to repeat a run. */
const SEED = Number(process.env['MCP_SEED'] ?? 20_260);
const COUNT = 5_000;
const AT_ONCE = 64;
const MARK = 'leaked_0x51c4';
const INNER_WORKINGS =
  /node_modules|SQLITE_[A-Z]|\bSELECT [^.]* FROM |\bat \S+ \(?(file:|node:|\/)/;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

/** Returns a generator of pseudo-random numbers from 0 up to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const METHODS = [
  'tools/call',
  'tools/list',
  'resources/read',
  'resources/list',
  'resources/templates/list',
  'tasks/get',
  'tasks/update',
  'tasks/cancel',
  'server/discover',
  'initialize',
  'ping',
  'prompts/get',
  'subscriptions/listen',
  'notifications/cancelled',
  'notifications/initialized',
  'completion/complete',
  'logging/setLevel',
  '__proto__',
  '',
];
const NAMES = [
  'get_task',
  'list_tasks',
  'wait_for_task',
  'cancel_task',
  'search_files',
  'ask_files',
  'read_file',
  'list_approvals',
  'decide_approval',
  'run_meta_task',
  'find_meta_tasks',
  'constructor',
];
const ODD = [
  null,
  true,
  -1,
  1e308,
  '',
  'x'.repeat(5_000),
  '\ud800',
  '\u0000',
  '../../etc/passwd',
  'metarun://default/files/x/y#L0-',
  'metarun://default/tasks/01890000-0000-7000-8000-000000000000/logs#L9-1',
  '01890000-0000-7000-8000-000000000000',
  [],
  {},
  [[[[[]]]]],
  { __proto__: 1 },
  { 'io.modelcontextprotocol/protocolVersion': 5 },
];
const KEYS = [
  'name',
  'arguments',
  'uri',
  'taskId',
  'cursor',
  '_meta',
  'inputResponses',
  'requestState',
  'task_id',
  'path',
  'query',
  'limit',
];

/** Generates bodies and headers of requests, most of them invalid. */
class Bodies {
  constructor(private readonly random: () => number) {}

  next(): { body: string; headers: Record<string, string> } {
    const method = this.one(METHODS);
    const message: Record<string, unknown> = {
      jsonrpc: this.rarely() ? this.one(ODD) : '2.0',
      id: this.rarely() ? this.one(ODD) : 1,
      method: this.rarely() ? this.one(ODD) : method,
      params: this.rarely() ? this.one(ODD) : this.params(),
    };
    if (this.rarely()) delete message[this.one(['jsonrpc', 'id', 'method', 'params'])];
    const whole = JSON.stringify(this.rarely() ? [message] : message);
    const cut = this.rarely() ? whole.slice(0, Math.floor(this.random() * whole.length)) : whole;
    const params = message['params'] as { name?: unknown } | null | undefined;
    const name = this.rarely() ? 'x' : params?.name;
    return {
      body: cut,
      headers: {
        Accept: this.rarely() ? 'text/html' : 'application/json, text/event-stream',
        ...(this.random() < 0.7 && {
          'MCP-Protocol-Version': this.rarely() ? '1999-01-01' : REVISION,
        }),
        ...(this.random() < 0.8 && { 'Mcp-Method': this.rarely() ? 'x' : method }),
        ...(typeof name === 'string' && /^[\w.-]+$/.test(name) && { 'Mcp-Name': name }),
      },
    };
  }

  private params(): unknown {
    const given: Record<string, unknown> = { name: this.one(NAMES), arguments: this.object() };
    for (let at = 0; at < 3; at += 1) if (this.rarely()) given[this.one(KEYS)] = this.one(ODD);
    if (this.random() < 0.7)
      given['_meta'] = {
        'io.modelcontextprotocol/protocolVersion': REVISION,
        'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': this.rarely() ? this.one(ODD) : {},
        ...(this.rarely() && { progressToken: this.one(ODD) }),
      };
    return given;
  }

  private object(): unknown {
    const made: Record<string, unknown> = {};
    for (let at = 0; at < 3; at += 1) made[this.one(KEYS)] = this.one(ODD);
    return this.rarely() ? this.one(ODD) : made;
  }

  private rarely(): boolean {
    return this.random() < 0.12;
  }

  private one<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }
}

describe('messages that are wrong somewhere', () => {
  it(`malformed messages are answered without a server error (seed ${SEED})`, async () => {
    const bodies = new Bodies(numbers(SEED));
    const defects: string[] = [];
    const statuses = new Set<number>();
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const { body, headers } = bodies.next();
        const token = server.apiKey;
        // Guards only against hanging.
        const signal = AbortSignal.timeout(AT_ONCE_MS);
        const answer = await server.call('POST', `${MCP}?wait_seconds=0`, {
          token,
          body,
          headers,
          signal,
        });
        statuses.add(answer.status);
        const inner =
          INNER_WORKINGS.test(answer.text) || answer.text.includes('Something went wrong here');
        if (answer.status >= 500 || inner)
          defects.push(`${answer.status} ${answer.text.slice(0, 300)} for ${body.slice(0, 300)}`);
      }
    };
    let left = COUNT;
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(defects.slice(0, 5)).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
  });
});

describe('another project', () => {
  it('no tool or resource shows anything of another project', async () => {
    await newMetaTask(server, {
      name: MARK,
      identifier: 'marked',
      description: MARK,
      script_language: 'python',
      script: withBody('python', `reporter.log("${MARK}")\nreporter.ask_approval("${MARK}")`),
    });
    const taskId = await createTask(server, 'marked');
    await taskWhen(server, taskId, ({ status }) => status === 'waiting');
    const approval = await waitForApproval(server, taskId);
    const path = '/external/v1/projects/default/files/content';
    await server.call('PUT', path, { body: { path: '/marked.md', content: `# ${MARK}\n` } });
    const list = await server.call<{ id: string }[]>('GET', '/projects/default/workspaces');
    const workspace = list.body[0]?.id ?? '';
    expect(workspace).not.toBe('');
    await server.call('POST', '/projects', { body: { name: 'Other' } });
    const made = await server.call<{ key: string }>('POST', '/projects/other/api-keys', {
      body: { name: 'other' },
    });
    await server.call('PATCH', '/projects/other/mcp', { body: { mcp_approvals: 'on_self' } });
    const options = { token: made.body.key, project: 'other' };
    const calls: [string, Record<string, unknown>][] = [
      ['get_task', { task_id: taskId }],
      ['wait_for_task', { task_id: taskId, wait_seconds: 0 }],
      ['cancel_task', { task_id: taskId }],
      ['list_tasks', {}],
      ['list_tasks', { q: MARK }],
      ['list_approvals', { task_id: taskId }],
      ['decide_approval', { approval_id: approval.id, decision: 'approve' }],
      ['search_files', { query: MARK }],
      ['search_files', { query: MARK, workspace }],
      ['read_file', { path: '/marked.md' }],
      ['ask_files', { question: 'What is marked?', workspace }],
      ['read_file', { path: '/marked.md', workspace }],
      ['find_meta_tasks', { query: 'leaked' }],
      ['run_meta_task', { identifier: 'marked' }],
      ['marked', {}],
    ];
    const all = await rpc(server, 'tools/list');
    const tried = new Set([...calls.map(([name]) => name), ...NAMES]);
    const names = (all.body.result['tools'] as { name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => !tried.has(name))).toEqual([]);
    const texts: string[] = [];
    for (const [name, given] of calls) {
      const asked = JSON.stringify(given).includes(MARK);
      const { text, status } = await callTool(server, name, given, options);
      expect(status).toBeLessThan(500);
      // An error that repeats the request reveals nothing about the other project.
      if (!asked || !text.includes('isError')) texts.push(text);
    }
    const uris = ['default', 'other'].flatMap((slug) => [
      `metarun://${slug}/files/${workspace}/marked.md`,
      `metarun://${slug}/tasks/${taskId}/logs`,
      `metarun://${slug}/tasks/${taskId}/result`,
    ]);
    for (const uri of uris) {
      const { body, text } = await rpc(server, 'resources/read', { uri }, options);
      expect(body.error).toBeDefined();
      texts.push(text);
    }
    const notifications = { resourceSubscriptions: uris };
    const heard = await rpc(server, 'subscriptions/listen', { notifications }, options);
    expect(heard.text).toContain('"notifications":{}');
    const ref = { type: 'ref/resource', uri: 'metarun://other/files/{workspace}/{+path}' };
    for (const [name, value, of] of [
      ['task_id', taskId.slice(0, 4), {}],
      ['workspace', workspace.slice(0, 4), {}],
      ['path', 'marked', { workspace }],
    ] as const) {
      const params = { ref, argument: { name, value }, context: { arguments: of } };
      const { body } = await rpc(server, 'completion/complete', params, options);
      const { values } = body.result['completion'] as { values: string[] };
      for (const id of [taskId, workspace, 'marked.md']) expect(values).not.toContain(id);
    }
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
      texts.push((await rpc(server, method, { taskId, inputResponses: {} }, options)).text);
    for (const method of [
      'tools/list',
      'resources/list',
      'resources/templates/list',
      'server/discover',
    ])
      texts.push((await rpc(server, method, {}, options)).text);
    // In the earlier revision, an answer refers to its approval only by the id.
    const lone = {
      jsonrpc: '2.0',
      id: `metarun:${approval.id}:${randomUUID()}`,
      result: { action: 'accept', content: {} },
    };
    const endpoint = '/external/v1/projects/other/mcp';
    const headers = { Accept: 'application/json, text/event-stream' };
    const answered = await server.call('POST', endpoint, {
      token: made.body.key,
      body: lone,
      headers,
    });
    expect(answered.status).toBeLessThan(500);
    texts.push(answered.text);
    const state = { inputResponses: { [approval.id]: { action: 'accept' } }, requestState: taskId };
    texts.push((await callTool(server, 'marked', {}, { ...options, params: state })).text);
    expect(texts.filter((text) => text.includes(MARK))).toEqual([]);
    expect((await rpc(server, 'tools/list', {}, { token: made.body.key })).status).toBe(404);
    const after = await server.call(
      'GET',
      `/external/v1/projects/default/approvals/${approval.id}`,
    );
    expect(after.body).toMatchObject({ status: 'pending' });
    await taskWhen(server, taskId, ({ status }) => status === 'waiting');
  });
});

describe('a project with more than 50 meta-tasks', () => {
  beforeAll(async () => {
    for (let number = 0; number < 51; number += 1)
      await newMetaTask(server, {
        name: `Task ${number}`,
        identifier: `t${String(number).padStart(2, '0')}`,
        script_language: 'python',
        script: withBody('python', 'return {"n": params.get("n")}'),
      });
  });

  const listed = async (): Promise<{ name: string; inputSchema: object }[]> => {
    const { body } = await rpc(server, 'tools/list');
    return body.result['tools'] as { name: string; inputSchema: object }[];
  };

  it('a project with over 50 meta-tasks lists the most used as tools, and finds and runs the others', async () => {
    await createTask(server, 't50');
    const names = (await listed()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['find_meta_tasks', 'run_meta_task', 't50']));
    expect(names.filter((name) => /^(t\d\d|marked)$/.test(name))).toHaveLength(20);
    const found = await callTool(server, 'find_meta_tasks', { query: 'TASK 49' });
    expect(found.body.result['structuredContent']).toMatchObject({
      meta_tasks: [{ identifier: 't49' }],
    });
    const run = await callTool(server, 'run_meta_task', { identifier: 't49', params: { n: 7 } });
    expect(run.body.result['structuredContent']).toEqual({ n: 7 });
    const none = await callTool(server, 'run_meta_task', { identifier: 'none' });
    expect(none.body.result.content[0]?.text).toMatch(/^not_found: /);
  });

  it('a pinned meta-task is a tool of its own beside the most used, and a hidden one is none', async () => {
    const change = (identifier: string, body: object) =>
      server.call('PATCH', `${TYPES}/${identifier}`, { body });
    const properties = { n: { type: 'integer' } };
    const params_schema = { type: 'object', properties };
    const before = (await listed()).map(({ name }) => name);
    expect(before).not.toContain('t47');
    const { status, body } = await change('t47', { mcp: 'pinned', params_schema });
    expect([status, body]).toEqual([200, expect.objectContaining({ mcp: 'pinned' })]);
    await change('t48', { mcp: 'pinned' });
    const after = await listed();
    expect(after.map(({ name }) => name)).toEqual([...before, 't47', 't48'].toSorted());
    expect(after.find(({ name }) => name === 't47')?.inputSchema).toMatchObject({ properties });
    const run = await callTool(server, 't47', { n: 7 });
    expect(run.body.result['structuredContent']).toEqual({ n: 7 });
    await change('t48', { mcp: 'hidden' });
    expect((await listed()).map(({ name }) => name)).toEqual([...before, 't47'].toSorted());
    expect((await change('t48', { mcp: 'first' })).status).toBe(422);
  });
});

describe('the log of a task', () => {
  it('an MCP client reads the log of a task by line numbers', async () => {
    await newMetaTask(server, {
      name: 'Logs',
      identifier: 'logs',
      script_language: 'python',
      script: withBody('python', 'for at in range(1, 31):\n    reporter.log(f"line {at}")'),
    });
    const id = await createTask(server, 'logs');
    await taskWhen(server, id, ({ status }) => status === 'success');
    const read = async (anchor: string): Promise<string> => {
      const uri = `metarun://default/tasks/${id}/logs${anchor}`;
      const { body } = await rpc(server, 'resources/read', { uri });
      return (body.result['contents'] as { text: string }[])[0]?.text ?? '';
    };
    expect((await read('')).split('\n')).toHaveLength(31);
    expect(await read('#L10-11')).toBe('info line 10\ninfo line 11\n');
    expect(await read('#L30-')).toBe('info line 30\n');
    for (const anchor of ['#L0-1', '#L3-2', '#x', '#L1#L2'])
      expect(
        (
          await rpc(server, 'resources/read', {
            uri: `metarun://default/tasks/${id}/logs${anchor}`,
          })
        ).body.error,
      ).toBeDefined();
  });
});
