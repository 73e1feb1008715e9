import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
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

/** Steps of a client in order. The server is killed between any two. */
type Client = AsyncGenerator<undefined, void>;

async function* takesTasks(): Client {
  const options = { capabilities: TASKS_AND_FORMS, params: once('winter') };
  const first = await callTool(server, 'print', {}, options);
  yield;
  // The client lost the answer and repeats the call.
  const again = await callTool(server, 'print', {}, options);
  const taskId = String(again.body.result['taskId']);
  expect(first.body.result['taskId']).toBe(taskId);
  yield;
  const asked = await resultIs('input_required', taskId);
  yield;
  const [key = ''] = Object.keys(asked['inputRequests'] as object);
  const answer = { taskId, inputResponses: { [key]: ACCEPT } };
  const update = () => rpc(server, 'tasks/update', answer, { capabilities: TASKS_AND_FORMS });
  expect((await update()).status).toBe(200);
  yield;
  expect((await update()).status).toBe(200);
  yield;
  expect(await resultIs('completed', taskId)).toMatchObject({
    result: { structuredContent: { copies: 2 } },
  });
}

async function* answersWithinItsCall(): Client {
  const options = { capabilities: FORMS, params: once('spring') };
  const first = await callTool(server, 'print-at-once', {}, options);
  yield;
  const state = { requestState: first.body.result['requestState'] };
  const again = await callTool(
    server,
    'print-at-once',
    {},
    { ...options, params: { ...once('spring'), ...state } },
  );
  const { inputRequests, requestState } = again.body.result;
  expect(first.body.result).toMatchObject({ inputRequests });
  yield;
  const [key = ''] = Object.keys(inputRequests as object);
  const params = { requestState, inputResponses: { [key]: ACCEPT } };
  for (let time = 1; time <= 2; time += 1) {
    const { body } = await callTool(server, 'print-at-once', {}, { ...options, params });
    expect(body.result).toMatchObject({ structuredContent: { copies: 2 } });
    yield;
  }
}

/** A client of the revision 2025-11-25. */
async function* isAskedWithinItsCall(): Client {
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
    const path = `${TASKS}?task_type=print-asked`;
    const [task] = (await server.call<TaskSummary[]>('GET', path)).body;
    if (task === undefined) return undefined;
    const asked = `${APPROVALS}?status=pending&task_id=${task.id}`;
    return (await server.call<ApprovalRow[]>('GET', asked)).body[0]?.id;
  });
  yield;
  expect(await lost).toBeNull();
  for (let time = 1; time <= 2; time += 1) {
    const id = `metarun:${key}:${randomUUID()}`;
    expect((await send({ id, result: ACCEPT })).status).toBe(202);
    yield;
  }
  expect((await call())?.text).toContain('"structuredContent":{"copies":2}');
}

it('a kill -9 between any two client messages yields one task and one decision for each client', async () => {
  let clients = [takesTasks(), answersWithinItsCall(), isAskedWithinItsCall()];
  for (;;) {
    const parts = await Promise.all(clients.map((client) => client.next()));
    clients = clients.filter((_, index) => parts[index]?.done !== true);
    if (clients.length === 0) break;
    await server.restart('SIGKILL');
  }
  for (const identifier of ['print', 'print-at-once', 'print-asked'])
    expect([identifier, await made(identifier)]).toEqual([
      identifier,
      [{ status: 'success', decided: ['approved by mcp'] }],
    ]);
});
