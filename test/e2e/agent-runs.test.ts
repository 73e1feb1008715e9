import { beforeAll, describe, expect, it } from '@jest/globals';
import { serve } from '../support/local-server.js';
import { readError } from '../support/http.js';
import { newMetaTask } from '../support/meta-tasks.js';
import { createAgentTask, runAgent } from '../support/agents.js';
import { waitForApproval, decide } from '../support/approvals.js';
import { withBody } from '../support/inline-script.js';
import { type ScriptedModel, serialiseMessages } from '../support/scripted-model.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { TestServer } from '../support/server.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';

const FILES = '/external/v1/projects/default/files';

const agents = scriptedAgents();
let model: ScriptedModel;
let server: TestServer;

beforeAll(async () => {
  ({ server, model } = await agents.start());
});

const postTask = (identifier: string, params: object, more: object = {}) =>
  server.call<{ id: string }>('POST', TASKS, {
    body: { task_type_identifier: identifier, params, ...more },
  });

const lastAnswers = (): string =>
  JSON.stringify(model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool'));

describe('an agent', () => {
  it('an agent reads and writes files and returns its last text as the result', async () => {
    agents.inTurn(
      [
        ['files_write', { path: '/a.txt', content: 'alpha' }],
        ['files_read', { path: '/missing.txt' }],
      ],
      [['files_read', { path: '/a.txt' }]],
      'It says alpha.',
    );
    const task = await runAgent(server, { tools: ['files.write', 'files.read'] });
    expect(task).toMatchObject({ status: 'success', result: 'It says alpha.' });
    expect(lastAnswers()).toContain('alpha');
    expect(lastAnswers()).toContain('not_found');
    const { body } = await server.call<{ kind: string; name: string; status: string }[]>(
      'GET',
      `${TASKS}/${task.id}/steps`,
    );
    expect(body[0]?.name).toBe('choose model');
    expect(body.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'step success',
      'model success',
      'tool success',
      'tool failed',
      'model success',
      'tool success',
      'model success',
    ]);
  });

  it('an agent without a contract pursues the goal in the params, with its version at creation', async () => {
    const made = await server.call<{ id: string }>('POST', '/projects/default/agents', {
      body: { name: 'Old hand', instructions: 'OLD-INSTRUCTIONS' },
    });
    const agent = { execution_mode: 'agent', agent_id: made.body.id };
    const { identifier } = await newMetaTask(server, { name: 'Any goal', ...agent });
    agents.inTurn('reached');
    expect(readError(await postTask(identifier, {}))).toBe('422 invalid_params');
    const run_at = new Date(Date.now() + 1_000).toISOString();
    const { body } = await postTask(identifier, { goal: 'GOAL-OF-PARAMS' }, { run_at });
    await server.call('PATCH', `/projects/default/agents/${made.body.id}`, {
      body: { instructions: 'NEW-INSTRUCTIONS' },
    });
    expect(await taskWhen(server, body.id)).toMatchObject({ status: 'success', result: 'reached' });
    const asked = serialiseMessages(model.requests[0] ?? { messages: [] });
    expect(asked).toContain('GOAL-OF-PARAMS');
    expect(asked).toContain('OLD-INSTRUCTIONS');
    expect(asked).not.toContain('NEW-INSTRUCTIONS');
  });

  it('an agent corrects a submitted result that does not match the schema', async () => {
    agents.inTurn([['submit_result', { n: 'x' }]], [['submit_result', { n: 3 }]]);
    const result_schema = {
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
    };
    const task = await runAgent(server, {}, { result_schema });
    expect(task).toMatchObject({ status: 'success', result: { n: 3 } });
    expect(lastAnswers()).toContain('must be integer');
  });

  it('the model gets an error for an unknown tool and for arguments that do not match', async () => {
    agents.inTurn([
      ['rm', {}],
      ['files_read', { file: '/a' }],
    ]);
    const task = await runAgent(server, { tools: ['files.read'] });
    expect(task.status).toBe('success');
    expect(lastAnswers()).toContain('There is no tool');
    expect(lastAnswers()).toContain('do not match the schema');
  });

  it('an agent runs another meta-task as a tool and waits for it', async () => {
    const identifier = await createMetaTask(
      server,
      'python',
      'def run(params: dict, reporter):\n    reporter.sleep(2)\n    return params["n"] + 1\n',
    );
    const tool = `task_${identifier.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`.slice(0, 64);
    agents.inTurn([
      [tool, { n: 1 }],
      [tool, { n: 5 }],
    ]);
    const agent = await createAgentTask(server, { tools: [`task:${identifier}`] });
    const id = await createTask(server, agent);
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success' });
    expect(lastAnswers()).toMatch(/\\n2\\n.*\\n6\\n/);
    expect(model.requests).toHaveLength(2);
  });

  it('an approved tool call runs with the arguments that the person has changed', async () => {
    agents.inTurn([['files_write', { path: '/b.txt', content: 'draft' }]]);
    const agent = await createAgentTask(server, {
      tools: ['files.write', 'files.read'],
      approve: ['files.write'],
    });
    const id = await createTask(server, agent);
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    const asked = await waitForApproval(server, id);
    expect(asked).toMatchObject({
      prompt: 'Run files.write?',
      proposal: { path: '/b.txt', content: 'draft' },
    });
    const decided = await decide(server, asked.id, {
      decision: 'approve',
      payload: { path: '/b.txt', content: 'better' },
    });
    expect(decided.status).toBe(200);
    expect((await taskWhen(server, id)).status).toBe('success');
    const file = await server.call('GET', `${FILES}/content?path=/b.txt`);
    expect(file.text).toContain('better');
    // Otherwise the model would assume that its draft was written.
    expect(lastAnswers()).toMatch(/A person has changed the arguments[^]*better/);
  });

  it('a rejected tool call is reported to the model or fails the task, as the contract says', async () => {
    for (const onRejected of ['report', 'fail'] as const) {
      agents.inTurn([['files_delete', { path: '/c.txt' }]]);
      const agent = await createAgentTask(server, {
        tools: ['files.delete'],
        approve: ['files.delete'],
        on_rejected: onRejected,
      });
      const id = await createTask(server, agent);
      await taskWhen(server, id, ({ status }) => status === 'waiting');
      const { id: approval } = await waitForApproval(server, id);
      await decide(server, approval, { decision: 'reject', comment: 'Keep it.' });
      const task = await taskWhen(server, id);
      expect([task.status, task.error_code]).toEqual(
        onRejected === 'report' ? ['success', null] : ['failed', 'approval_rejected'],
      );
      if (onRejected === 'report') expect(lastAnswers()).toContain('Keep it.');
    }
  });

  it('gated tool calls run without a person if auto_approve is set', async () => {
    agents.inTurn([['files_write', { path: '/d.txt', content: 'd' }]]);
    const contract = { tools: ['files.write'], approve: ['files.write'] };
    expect((await runAgent(server, contract, { auto_approve: true })).status).toBe('success');
  });

  it('an agent asks a person a question and receives the answer', async () => {
    agents.inTurn([['ask_person', { question: 'Which?', choices: ['left', 'right'] }]]);
    const id = await createTask(server, await createAgentTask(server, { tools: ['ask_person'] }));
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    const { id: approval } = await waitForApproval(server, id);
    await decide(server, approval, { decision: 'approve', payload: { answer: 'left' } });
    expect((await taskWhen(server, id)).status).toBe('success');
    expect(lastAnswers()).toContain('left');
  });

  it('usage counts every tool call, including child tasks, questions and waits, but no approval', async () => {
    const child = await createMetaTask(server, 'typescript', withBody('typescript', 'return 1;'));
    agents.inTurn(
      [
        [`task_${child}`, {}],
        ['sleep', { seconds: 0 }],
        ['memory_search', { query: 'anything' }],
      ],
      [
        ['files_write', { path: '/counted.txt', content: 'x' }],
        ['no_tool', {}],
      ],
      [['ask_person', { question: 'Which?' }]],
    );
    const tools = [`task:${child}`, 'sleep', 'memory.search', 'files.write', 'ask_person'];
    const id = await createTask(
      server,
      await createAgentTask(
        server,
        { tools, approve: ['files.write'] },
        { memory: { read: ['project'] } },
      ),
    );
    for (const payload of [{ path: '/counted.txt', content: 'x' }, { answer: 'this' }]) {
      const { id: approval } = await waitForApproval(server, id);
      const decided = await decide(server, approval, { decision: 'approve', payload });
      expect(decided.status).toBe(200);
    }
    const ended = await taskWhen(server, id);
    expect(ended).toMatchObject({ status: 'success', usage: { model_calls: 4, tool_calls: 5 } });
  });

  it('an agent sleeps and resumes in the same attempt without another model call', async () => {
    agents.inTurn([['sleep', { seconds: 2 }]]);
    const task = await runAgent(server, { tools: ['sleep'] });
    expect(task).toMatchObject({ status: 'success', attempt: 1 });
    expect(model.requests).toHaveLength(2);
  });

  it.each(['python', 'typescript'])(
    'an agent runs %s code, which may call only the tools of its contract',
    async (language) => {
      const code =
        language === 'python'
          ? 'def run(params, reporter):\n    reporter.files.write("/e.txt", "e")\n    return params["n"] * 2\n'
          : 'export async function run(params: any, reporter) { await reporter.files.write("/e.txt", "e"); return params.n * 2; }';
      const forbidden = code.replace('files.write("/e.txt", "e")', 'files.delete("/e.txt")');
      agents.inTurn(
        [['code_run', { code, language, params: { n: 21 } }]],
        [['code_run', { code: forbidden, language, params: { n: 21 } }]],
      );
      const task = await runAgent(server, { tools: ['code.run', 'files.write'] });
      expect(task.status).toBe('success');
      expect(lastAnswers()).toContain('42');
      expect(lastAnswers()).toContain('may not call files.delete');
    },
  );

  it('secrets are inserted into headers for listed hosts only, and the model never sees them', async () => {
    const seen: (string | undefined)[] = [];
    const web = await serve((request, response) => {
      seen.push(request.headers.authorization, request.headers['idempotency-key'] as string);
      response.end(`you said ${request.headers.authorization}`);
    });
    const { port } = web;
    const put = (hosts: string[]): Promise<unknown> =>
      server.call('PUT', '/projects/default/secrets/TOKEN', {
        body: { value: 'very-secret-value', hosts },
      });
    const request = {
      url: `http://127.0.0.1:${port}/`,
      method: 'POST',
      headers: { Authorization: 'Bearer {{secret:TOKEN}}' },
    };
    const contract = { tools: ['http.request'] };
    const open = { network: 'open' };
    await put([]);
    agents.inTurn([['http_request', request]]);
    expect((await runAgent(server, contract, open)).status).toBe('success');
    expect(seen).toEqual([]);
    expect(lastAnswers()).toContain('network_denied');
    // A host without a port covers only the ports of http and https; the answer names the missing host.
    await put(['127.0.0.1']);
    expect((await runAgent(server, contract, open)).status).toBe('success');
    expect(seen).toEqual([]);
    expect(lastAnswers()).toMatch(new RegExp(`adds \\W{1,4}127\\.0\\.0\\.1:${port}`));
    await put([`127.0.0.1:${port}`]);
    expect((await runAgent(server, contract, open)).status).toBe('success');
    expect(seen).toEqual(['Bearer very-secret-value', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(lastAnswers()).toContain('you said Bearer [redacted]');
    expect(JSON.stringify(model.requests)).not.toContain('very-secret-value');
    await web.close();
  });

  it('large tool results are stored in files', async () => {
    const content = 'x'.repeat(40_000);
    agents.inTurn(
      [['files_write', { path: '/large.txt', content }]],
      [['files_read', { path: '/large.txt' }]],
    );
    const task = await runAgent(server, { tools: ['files.write', 'files.read'] });
    const [, path] = /in the file (\/\.agent\/[^ ]+)\.\]/.exec(lastAnswers()) ?? [];
    expect(path).toBe(`/.agent/${task.id}/2-files_read.txt`);
    const file = await server.call('GET', `${FILES}/content?path=${path}`);
    expect(file.text.length).toBeGreaterThan(40_000);
  });

  it('an agent sends no HTTP request if its meta-task has no network, whatever tools it gains later', async () => {
    const made = await server.call<{ id: string }>('POST', '/projects/default/agents', {
      body: { name: 'Without network' },
    });
    const agent = { execution_mode: 'agent', agent_id: made.body.id };
    const { identifier } = await newMetaTask(server, { name: 'No network', ...agent });
    await server.call('PATCH', `/projects/default/agents/${made.body.id}`, {
      body: { tools: ['http.request', 'code.run'] },
    });
    const code = 'def run(params, reporter):\n    return reporter.http.get(params).status\n';
    agents.inTurn([
      ['http_request', { url: 'http://127.0.0.1:1/' }],
      ['code_run', { code, params: 'http://127.0.0.1:1/' }],
    ]);
    const { body } = await postTask(identifier, { goal: 'Fetch.' });
    expect((await taskWhen(server, body.id)).status).toBe('success');
    expect(lastAnswers().match(/network_denied|network is \\*"none/g)?.length).toBeGreaterThan(0);
  });

  it('an agent run fails once its budget is exceeded or its model returns an error', async () => {
    agents.inTurn([['files_list', {}]], [['files_list', {}]], [['files_list', {}]]);
    expect(
      await runAgent(server, { tools: ['files.list'], limits: { max_steps: 2 } }),
    ).toMatchObject({ status: 'failed', error_code: 'budget_exceeded' });
    agents.say = () => ({ status: 401 });
    expect(await runAgent(server, {})).toMatchObject({
      status: 'failed',
      error_code: 'model_error',
    });
  });

  it('an agent run can be cancelled while the model is thinking', async () => {
    let asked: () => void = () => undefined;
    const thinks = new Promise<void>((resolve) => {
      asked = resolve;
    });
    agents.say = async () => {
      asked();
      await new Promise((resolve) => setTimeout(resolve, 30_000).unref());
      return 'late';
    };
    const id = await createTask(server, await createAgentTask(server, {}));
    await thinks;
    await server.call('POST', `${TASKS}/${id}/cancel`);
    expect((await taskWhen(server, id)).status).toBe('cancelled');
  });
});
