import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { APPROVALS, type ApprovalRow } from '../support/approvals.js';
import { withBody } from '../support/inline-script.js';
import { callTool, MCP, rpc, TAKES_TASKS, type Rpc } from '../support/mcp.js';
import { newMetaTask } from '../support/meta-tasks.js';
import type { Answer } from '../support/server.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { TASKS, type TaskSummary } from '../support/tasks.js';
import { until } from '../support/until.js';

const once = (key: string) => ({ _meta: { 'io.metarun/idempotency-key': key } });
const FORM = { type: 'object', properties: { copies: { type: 'integer' } }, required: ['copies'] };
const ACCEPT = { action: 'accept', content: { copies: 2 } };
const TASKS_AND_FORMS = { ...TAKES_TASKS, elicitation: { form: {} } };
const FORMS = { elicitation: { form: {} } };

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ METARUN_LEASE_SECONDS: '2' });
  const body = { mcp_approvals: 'on_self' };
  await server.call('PATCH', '/projects/default/mcp', { body });
  for (const identifier of ['print', 'print-at-once', 'print-asked'])
    await newMetaTask(server, {
      name: identifier,
      identifier,
      script_language: 'python',
      script: withBody(
        'python',
        `return reporter.ask_approval("Print?", form=${JSON.stringify(FORM)})["payload"]`,
      ),
    });
});
afterAll(() => server.stop());

/** Kills the server and starts it again, as between any two messages of a client. */
function kill(): Promise<unknown> {
  return server.restart('SIGKILL');
}

/** Returns the tasks of a meta-task, each with its approvals. */
async function made(identifier: string): Promise<{ status: string; decided: string[] }[]> {
  const path = `${TASKS}?task_type=${identifier}`;
  const { body } = await server.call<TaskSummary[]>('GET', path);
  return Promise.all(
    body.map(async ({ id, status }) => {
      const found = await server.call<ApprovalRow[]>('GET', `${APPROVALS}?task_id=${id}`);
      return { status, decided: found.body.map((one) => `${one.status} by ${one.decided_via}`) };
    }),
  );
}

function resultIs(status: string, taskId: string): Promise<Rpc['result']> {
  const options = { capabilities: TASKS_AND_FORMS };
  return until(`the task to be ${status}`, async () => {
    const { body } = await rpc(server, 'tasks/get', { taskId }, options);
    return body.result['status'] === status && body.result;
  });
}

describe('kill -9 of the server between each two messages of a client', () => {
  it('that takes tasks: one task and one decision', async () => {
    const options = { capabilities: TASKS_AND_FORMS, params: once('winter') };
    const first = await callTool(server, 'print', {}, options);
    await kill();
    // The client has lost the answer, and calls again.
    const again = await callTool(server, 'print', {}, options);
    const taskId = String(again.body.result['taskId']);
    expect(first.body.result['taskId']).toBe(taskId);
    await kill();
    const asked = await resultIs('input_required', taskId);
    await kill();
    const [key = ''] = Object.keys(asked['inputRequests'] as object);
    const answer = { taskId, inputResponses: { [key]: ACCEPT } };
    const update = () => rpc(server, 'tasks/update', answer, { capabilities: TASKS_AND_FORMS });
    expect((await update()).status).toBe(200);
    await kill();
    expect((await update()).status).toBe(200);
    await kill();
    expect(await resultIs('completed', taskId)).toMatchObject({
      result: { structuredContent: { copies: 2 } },
    });
    expect(await made('print')).toEqual([{ status: 'success', decided: ['approved by mcp'] }]);
  });

  it('that answers within its call: one task and one decision', async () => {
    const options = { capabilities: FORMS, params: once('spring') };
    const first = await callTool(server, 'print-at-once', {}, options);
    await kill();
    const again = await callTool(
      server,
      'print-at-once',
      {},
      {
        ...options,
        params: { ...once('spring'), requestState: first.body.result['requestState'] },
      },
    );
    const { inputRequests, requestState } = again.body.result;
    expect(first.body.result).toMatchObject({ inputRequests });
    await kill();
    const [key = ''] = Object.keys(inputRequests as object);
    const params = { requestState, inputResponses: { [key]: ACCEPT } };
    for (let time = 1; time <= 2; time += 1) {
      const { body } = await callTool(server, 'print-at-once', {}, { ...options, params });
      expect(body.result).toMatchObject({ structuredContent: { copies: 2 } });
      await kill();
    }
    const tasks = await made('print-at-once');
    expect(tasks).toEqual([{ status: 'success', decided: ['approved by mcp'] }]);
  });

  it('of 2025-11-25 that is asked within its call: one task and one decision', async () => {
    const send = (message: object): Promise<Answer> =>
      server.call('POST', MCP, {
        token: server.apiKey,
        headers: {
          Accept: 'application/json, text/event-stream',
          'MCP-Protocol-Version': '2025-11-25',
          'Mcp-Session-Id': `mrs-form-${randomUUID()}`,
        },
        body: { jsonrpc: '2.0', ...message },
      });
    const params = { name: 'print-asked', arguments: {}, ...once('summer') };
    const call = () => send({ id: 1, method: 'tools/call', params }).catch(() => null);
    const lost = call();
    const key = await until('the question', async () => {
      const { body } = await server.call<ApprovalRow[]>('GET', `${APPROVALS}?status=pending`);
      return body[0]?.id;
    });
    await kill();
    expect(await lost).toBeNull();
    for (let time = 1; time <= 2; time += 1) {
      const id = `metarun:${key}:${randomUUID()}`;
      expect((await send({ id, result: ACCEPT })).status).toBe(202);
      await kill();
    }
    expect((await call())?.text).toContain('"structuredContent":{"copies":2}');
    const tasks = await made('print-asked');
    expect(tasks).toEqual([{ status: 'success', decided: ['approved by mcp'] }]);
  });
});
