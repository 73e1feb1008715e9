import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ApprovalRow, waitForApproval, decide } from '../support/approvals.js';
import { serveMcp } from '../support/mcp-servers/served.js';
import { type Message, says, type ToolServer } from '../support/mcp-servers/tool-server.js';
import { TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const here = serveMcp();
const CODE = 'return reporter.mcp.call("modern", "send", {"text": "x"}).text';

function event(response: ServerResponse, message: object): void {
  response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
}

describe('a server that asks', () => {
  const FORM = {
    type: 'object',
    properties: { sure: { type: 'boolean' } },
    required: ['sure'],
  };
  const form = { message: 'Are you *sure*?', requestedSchema: FORM };
  const asking =
    (params: object, method = 'elicitation/create'): ToolServer['onCall'] =>
    ({ params: given }) =>
      given?.['inputResponses'] === undefined
        ? {
            resultType: 'input_required',
            inputRequests: { q: { method, params } },
            requestState: 's1',
          }
        : says(JSON.stringify([given['inputResponses'], given['requestState']]));
  const asked = async (): Promise<{ task: string; approval: ApprovalRow }> => {
    const task = await here.begun(CODE);
    await taskWhen(here.server, task, ({ status }) => status === 'waiting');
    return { task, approval: await waitForApproval(here.server, task) };
  };
  const waitForResult = async (task: string): Promise<unknown> =>
    (await taskWhen(here.server, task)).result;

  it('a question from an MCP server becomes an approval, whose answer goes back with the state', async () => {
    here.modern.onCall = asking({ mode: 'form', ...form });
    const { task, approval } = await asked();
    expect(approval).toMatchObject({
      proposal: { server: 'modern', tool: 'send', message: 'Are you *sure*?' },
      form: FORM,
    });
    expect(approval.prompt).not.toContain('*sure*');
    const left = Date.parse(approval.expires_at ?? '') - Date.parse(approval.created_at);
    expect(left).toBeGreaterThan(23 * 60 * 60 * 1000);
    expect(left).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
    await decide(here.server, approval.id, { decision: 'approve', payload: { sure: true } });
    expect(await waitForResult(task)).toBe(
      '[{"q":{"action":"accept","content":{"sure":true}}},"s1"]',
    );
    expect(here.modern.calls()).toHaveLength(2);
  });

  it('a rejection reaches the server as a decline, and an opened link as a bare acceptance', async () => {
    here.modern.onCall = asking({ mode: 'form', ...form });
    const first = await asked();
    await decide(here.server, first.approval.id, { decision: 'reject' });
    expect(await waitForResult(first.task)).toBe('[{"q":{"action":"decline"}},"s1"]');
    const url = 'https://a.example/x';
    here.modern.onCall = asking({ mode: 'url', message: 'Sign in', url, elicitationId: 'e' });
    const second = await asked();
    expect(second.approval).toMatchObject({ form: null, proposal: { open: url } });
    await decide(here.server, second.approval.id, { decision: 'approve' });
    expect(await waitForResult(second.task)).toBe('[{"q":{"action":"accept"}},"s1"]');
  });

  it.each([
    ['for a model', asking({ messages: [] }, 'sampling/createMessage'), 'sampling/createMessage'],
    ['for roots', asking({}, 'roots/list'), 'roots/list'],
    [
      'to open a script',
      asking({ mode: 'url', message: '', url: 'javascript:alert(1)' }),
      'a link that is not an http or https URL',
    ],
    [
      'with an invalid form',
      asking({ message: '', requestedSchema: { type: 7 } }),
      'a form that cannot be used',
    ],
    [
      'without end',
      (() => ({ resultType: 'input_required', requestState: 'x' })) as ToolServer['onCall'],
      'has asked 20 times in one call',
    ],
  ])("an MCP server's question %s fails the task", async (_what, onCall, said) => {
    here.modern.onCall = onCall;
    const task = await here.run('python', CODE);
    expect([task.status, task.error_message]).toEqual(['failed', expect.stringContaining(said)]);
  });

  it('a server of the earlier revision asks its question while the call is open', async () => {
    let open: { id: Message['id']; response: ServerResponse } | null = null;
    here.legacy.onRaw = (message, response) => {
      if (message.method === 'tools/call') {
        open = { id: message.id, response };
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        event(response, { id: 'e1', method: 'elicitation/create', params: form });
        return true;
      }
      if (message.id === 'e1' && open !== null) {
        event(open.response, { id: open.id, result: says(JSON.stringify(message.result)) });
        open.response.end();
      }
      return false;
    };
    const task = await here.begun(
      `said = reporter.mcp.call("legacy", "send").text
reporter.sleep(2)
return said`,
    );
    const approval = await waitForApproval(here.server, task);
    await decide(here.server, approval.id, { decision: 'approve', payload: { sure: false } });
    expect(await waitForResult(task)).toBe('{"action":"accept","content":{"sure":false}}');
    expect(here.legacy.calls()).toHaveLength(1);
  });
});

describe('a tool that takes long', () => {
  const FAR = { taskId: 'far-1', status: 'working', pollIntervalMs: 500 };
  let state: object;
  beforeEach(() => {
    state = FAR;
    here.modern.onCall = () => ({ resultType: 'task', ...FAR });
    here.modern.onTask = () => ({ taskId: 'far-1', ...state });
  });
  const methods = (): string[] => here.modern.seen.map(({ method }) => method);

  it('a long-running tool parks its task until it ends, and people answer its questions meanwhile', async () => {
    const requestedSchema = { type: 'object', properties: { n: { type: 'integer' } } };
    const task = await here.begun(CODE);
    await taskWhen(here.server, task, ({ status }) => status === 'waiting');
    expect((await here.steps(task))[0]).toMatchObject({
      status: 'waiting',
      detail: { remote_task: 'far-1' },
    });
    const params = { message: 'n?', requestedSchema };
    state = {
      status: 'input_required',
      inputRequests: { k: { method: 'elicitation/create', params } },
    };
    const approval = await waitForApproval(here.server, task);
    state = { status: 'completed', result: says('done') };
    await decide(here.server, approval.id, { decision: 'approve', payload: { n: 3 } });
    expect((await taskWhen(here.server, task)).result).toBe('done');
    const update = here.modern.seen.find(({ method }) => method === 'tasks/update');
    expect(update?.message.params?.['inputResponses']).toEqual({
      k: { action: 'accept', content: { n: 3 } },
    });
    expect(update?.headers['mcp-name']).toBe('far-1');
    expect(here.modern.calls()).toHaveLength(1);
  });

  it('a failed remote task gives its reason, and a cancelled task cancels its remote task', async () => {
    const failing = await here.begun(CODE);
    state = { status: 'failed', error: { code: 1, message: 'the printer burns' } };
    const { error_message } = await taskWhen(here.server, failing);
    expect(error_message).toContain('the printer burns');
    here.modern.seen.length = 0;
    state = FAR;
    const cancelled = await here.begun(CODE);
    await until('the task to be asked for', () => methods().includes('tasks/get'));
    await taskWhen(here.server, cancelled, ({ status }) => status === 'waiting');
    await here.server.call('POST', `${TASKS}/${cancelled}/cancel`);
    await until('the task to be cancelled', () => methods().includes('tasks/cancel'));
    expect(methods().filter((one) => one === 'tasks/cancel')).toHaveLength(1);
  });
});
