import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isCreateTaskResultV2, isDetailedTaskV2 } from '@modelcontextprotocol/ext-tasks/core/v2';
import { waitForApproval, readApproval } from '../support/approvals.js';
import { withBody } from '../support/inline-script.js';
import {
  callTool,
  connect,
  type MessageOptions,
  type Rpc,
  rpc,
  TAKES_TASKS,
} from '../support/mcp.js';
import { newMetaTask } from '../support/meta-tasks.js';
import type { Answer, TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const FORM = {
  type: 'object',
  properties: { copies: { type: 'integer', minimum: 1 } },
  required: ['copies'],
};
const ASKS = `answer = reporter.ask_approval("Print?", proposal={"title": "Winter"}, form=${JSON.stringify(FORM)})
return {"copies": answer["payload"]["copies"], "by": answer["decided_by"]}`;
const FORMS = { elicitation: { form: {} } };
const LINKS = { elicitation: { url: {} } };
const BOTH = { ...TAKES_TASKS, elicitation: { form: {}, url: {} } };

let server: TestServer;
/** Key of the project that has created none of the other tasks. */
let other: string;
beforeAll(async () => {
  server = await sharedServer();
  const plain = (identifier: string, body: string, more: object = {}): Promise<unknown> =>
    newMetaTask(server, {
      name: identifier,
      identifier,
      script_language: 'python',
      script: withBody('python', body),
      ...more,
    });
  await plain('quick', 'return {"n": 1}');
  await plain('asks', ASKS);
  await plain('asks-below', 'return reporter.run_task("asks")');
  await plain('fails-late', 'reporter.sleep(1.2)\nraise ValueError("no luck")');
  await plain('slow', 'reporter.set_phase("Digging")\ntime.sleep(600)');
  await plain('gives-up', 'reporter.set_phase("Digging")\ntime.sleep(600)', {
    mcp_hints: { cancel: true },
  });
  await plain(
    'steps',
    'for at in (10, 50, 100):\n    reporter.set_phase(f"At {at}")\n    reporter.set_progress(at)\n    time.sleep(0.2)',
  );
  other = await createApiKey({ name: 'other' });
});
afterAll(() => server.stop());

async function createApiKey(body: object): Promise<string> {
  const made = await server.call<{ key: string }>('POST', '/projects/default/api-keys', { body });
  return made.body.key;
}

/** Returns the newest record of an action in the audit log. */
async function audited(action: string): Promise<unknown> {
  const path = `/projects/default/audit?limit=1&action=${action}`;
  return (await server.call<unknown[]>('GET', path)).body[0];
}

function approvals(way: string): Promise<Answer> {
  const body = { mcp_approvals: way };
  return server.call('PATCH', '/projects/default/mcp', { body });
}

async function created(name: string, options: MessageOptions = {}): Promise<string> {
  const { body } = await callTool(server, name, {}, { capabilities: BOTH, ...options });
  expect(body.result).toMatchObject({ resultType: 'task', status: 'working', content: [] });
  expect(isCreateTaskResultV2(body.result)).toBe(true);
  return String(body.result['taskId']);
}

async function task(id: string, options: MessageOptions = {}): Promise<Rpc['result']> {
  const { body } = await rpc(
    server,
    'tasks/get',
    { taskId: id },
    { capabilities: BOTH, ...options },
  );
  expect(isDetailedTaskV2(body.result)).toBe(true);
  return body.result;
}

function taskIn(id: string, status: string, options: MessageOptions = {}): Promise<Rpc['result']> {
  return until(`the task to be ${status}`, async () => {
    const found = await task(id, options);
    return found['status'] === status && found;
  });
}

function update(
  id: string,
  inputResponses: object,
  options: MessageOptions = {},
): Promise<Answer<Rpc>> {
  const params = { taskId: id, inputResponses };
  return rpc(server, 'tasks/update', params, { capabilities: BOTH, ...options });
}

describe('a client that takes tasks', () => {
  it('a client that takes tasks gets a quick result at once', async () => {
    const { body } = await callTool(server, 'quick', {}, { capabilities: TAKES_TASKS });
    expect(body.result).toMatchObject({ structuredContent: { n: 1 } });
    expect(body.result['taskId']).toBeUndefined();
  });

  it('a client that takes tasks gets the task first, and its outcome from tasks/get', async () => {
    const id = await created('fails-late');
    expect(await server.call('GET', `${TASKS}/${id}`)).toMatchObject({ status: 200 });
    const ended = await taskIn(id, 'completed');
    expect(ended).toMatchObject({
      taskId: id,
      resultType: 'complete',
      pollIntervalMs: expect.any(Number),
      ttlMs: expect.any(Number),
      result: { isError: true, content: [{ type: 'text' }] },
    });
    expect(JSON.stringify(ended['result'])).toContain('no luck');
  });

  it('tasks/cancel cancels a task, and a second cancellation is accepted', async () => {
    const id = await created('slow');
    await until('its phase', async () => (await task(id))['statusMessage'] === 'Digging');
    for (let time = 1; time <= 2; time += 1) {
      const { body } = await rpc(server, 'tasks/cancel', { taskId: id }, { capabilities: BOTH });
      expect(body.result).toMatchObject({ resultType: 'complete' });
    }
    await taskIn(id, 'cancelled');
    expect((await server.call('GET', `${TASKS}/${id}`)).body).toMatchObject({
      status: 'cancelled',
      cancelled_by: { kind: 'api_key' },
    });
    expect(await audited('tasks.cancel')).toMatchObject({ target: { task_id: id } });
  });

  it('a key that may only read cancels no task', async () => {
    const id = await created('slow');
    const token = await createApiKey({ name: 'reads', scopes: ['tasks:read'] });
    const options = { capabilities: BOTH, token };
    const { body } = await rpc(server, 'tasks/cancel', { taskId: id }, options);
    expect(body.error).toMatchObject({ data: { code: 'forbidden' } });
    expect((await task(id, { token }))['status']).toBe('working');
    await server.call('POST', `${TASKS}/${id}/cancel`);
  });

  it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    'the method %s reports an unknown task as not found',
    async (method) => {
      for (const taskId of ['x', '01890000-0000-7000-8000-000000000000']) {
        const options = { capabilities: TAKES_TASKS };
        const { body } = await rpc(server, method, { taskId, inputResponses: {} }, options);
        expect(body.error).toMatchObject({ code: -32602, data: { code: 'not_found' } });
      }
      expect((await rpc(server, method, {}, { headers: { 'Mcp-Name': 'x' } })).status).toBeLessThan(
        500,
      );
    },
  );
});

describe('a call', () => {
  it('a call reports rising progress on the stream of its answer', async () => {
    const client = await connect(server);
    const seen: { progress: number; message?: string | undefined }[] = [];
    await client.callTool(
      { name: 'steps', arguments: {} },
      { onprogress: ({ progress, message }) => seen.push({ progress, message }) },
    );
    await client.close();
    expect(seen.map(({ progress }) => Math.floor(progress))).toEqual(
      expect.arrayContaining([10, 50, 99]),
    );
    expect(seen.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['At 10', 'At 50', 'At 100']),
    );
    const values = seen.map(({ progress }) => progress);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(new Set(values).size).toBe(values.length);
  });

  it('a phase without a number has no total, and a number is one of 100', async () => {
    const client = await connect(server);
    const seen: (number | undefined)[] = [];
    const gone = new AbortController();
    const called = client.callTool(
      { name: 'slow', arguments: {} },
      {
        signal: gone.signal,
        onprogress: ({ total, message }) => {
          seen.push(total);
          if (message === 'Digging') gone.abort();
        },
      },
    );
    await expect(called).rejects.toThrow();
    expect(seen).not.toContain(100);
    await client.callTool(
      { name: 'steps', arguments: {} },
      { onprogress: ({ total }) => seen.push(total) },
    );
    await client.close();
    expect(seen.at(-1)).toBe(100);
  });

  it.each([
    ['gives-up', 'cancelled'],
    ['slow', 'running'],
  ])('a call of "%s" that its client aborts leaves the task %s', async (name, status) => {
    const client = await connect(server);
    const gone = new AbortController();
    const call = client.callTool({ name, arguments: {} }, { signal: gone.signal });
    const id = await until('the task', async () => {
      const path = `${TASKS}?task_type=${name}&status=running&limit=1`;
      const { body } = await server.call<{ id: string }[]>('GET', path);
      return body[0]?.id;
    });
    await taskWhen(server, id, ({ current_phase: phase }) => phase === 'Digging');
    gone.abort();
    await expect(call).rejects.toThrow();
    await client.close();
    // A running call checks several times a second whether its client is connected.
    if (status === 'cancelled') await taskWhen(server, id, (one) => one.status === status);
    else
      for (let time = 1; time <= 3; time += 1) {
        const waited = await callTool(server, 'wait_for_task', { task_id: id, wait_seconds: 1 });
        expect(waited.body.result['structuredContent']).toMatchObject({ status });
      }
    await server.call('POST', `${TASKS}/${id}/cancel`);
  });
});

describe('an approval', () => {
  it('an approval is a question in tasks/get, and the answer of the client decides it', async () => {
    await approvals('on');
    const id = await created('asks');
    const mine = { token: other };
    const asked = await taskIn(id, 'input_required', mine);
    const [[key, question]] = Object.entries(asked['inputRequests'] as object) as [
      [string, object],
    ];
    expect(question).toMatchObject({
      method: 'elicitation/create',
      params: { mode: 'form', requestedSchema: FORM },
    });
    expect(JSON.stringify(question)).toContain('Winter');
    await update(id, { [key]: { action: 'cancel' }, other: { action: 'accept' } }, mine);
    await update(id, { [key]: { action: 'accept', content: { copies: 0 } } }, mine);
    expect((await readApproval(server, key)).body.status).toBe('pending');
    const answer = { action: 'accept', content: { copies: 3 } };
    for (let time = 1; time <= 2; time += 1)
      expect((await update(id, { [key]: answer }, mine)).status).toBe(200);
    const ended = await taskIn(id, 'completed', mine);
    expect(ended).toMatchObject({ result: { structuredContent: { copies: 3, by: 'other' } } });
    expect((await readApproval(server, key)).body).toMatchObject({ decided_via: 'mcp' });
    const { body } = await server.call('GET', '/projects/default/audit?action=approvals.decide');
    expect(body).toContainEqual(expect.objectContaining({ target: { approval_id: key } }));
  });

  it('an approval is a question of the call itself, which continues with the answer', async () => {
    await approvals('on_self');
    const options = { capabilities: FORMS };
    const first = await callTool(server, 'asks', {}, options);
    expect(first.body.result['resultType']).toBe('input_required');
    const { inputRequests, requestState } = first.body.result;
    const [key = ''] = Object.keys(inputRequests as object);
    const inputResponses = { [key]: { action: 'accept', content: { copies: 2 } } };
    const params = { inputResponses, requestState };
    for (let time = 1; time <= 2; time += 1) {
      const { body } = await callTool(server, 'asks', {}, { ...options, params });
      expect(body.result).toMatchObject({ structuredContent: { copies: 2 } });
    }
    const unknown = '01890000-0000-7000-8000-000000000000.1';
    for (const state of ['x', unknown, `${String(requestState)}0000000`]) {
      const tampered = { inputResponses, requestState: state };
      const { body } = await callTool(server, 'asks', {}, { ...options, params: tampered });
      expect(body.error).toMatchObject({ code: -32602 });
    }
    const stranger = await callTool(server, 'asks', {}, { ...options, params, token: other });
    expect(stranger.body.error).toMatchObject({ code: -32602 });
  });

  it('an approval that the user declines is rejected', async () => {
    await approvals('on_self');
    const id = await created('asks');
    const [key = ''] = Object.keys((await taskIn(id, 'input_required'))['inputRequests'] as object);
    await update(id, { [key]: { action: 'decline' } });
    const ended = await taskIn(id, 'completed');
    expect(JSON.stringify(ended['result'])).toContain('approval_rejected');
  });

  it('an approval is not decided by the key that created its task', async () => {
    await approvals('on');
    const id = await created('asks');
    const { id: key } = await waitForApproval(server, id);
    const asked = await taskIn(id, 'input_required');
    expect(asked['inputRequests']).toMatchObject({ [key]: { params: { mode: 'url' } } });
    await update(id, { [key]: { action: 'accept', content: { copies: 1 } } });
    const given = { approval_id: key, decision: 'approve', payload: { copies: 1 } };
    const own = await callTool(server, 'decide_approval', given);
    expect(own.body.result.content[0]?.text).toMatch(/^forbidden: /);
    expect((await readApproval(server, key)).body.status).toBe('pending');
    const decided = await callTool(server, 'decide_approval', given, { token: other });
    expect(decided.body.result['structuredContent']).toMatchObject({ status: 'approved' });
  });

  it('a key decides no approval of a child of its task, and none by the answers of another task', async () => {
    await approvals('on');
    const parent = await created('asks-below');
    const child = await until('the child to begin', async () => {
      const { body } = await server.call<{ id: string }[]>('GET', `${TASKS}?parent_id=${parent}`);
      return body[0]?.id;
    });
    const { id: key } = await waitForApproval(server, child);
    const given = { approval_id: key, decision: 'approve', payload: { copies: 1 } };
    const own = await callTool(server, 'decide_approval', given);
    expect(own.body.result.content[0]?.text).toMatch(/^forbidden: /);
    const elsewhere = await created('asks', { token: other });
    const answers = { [key]: { action: 'accept', content: { copies: 1 } } };
    await update(elsewhere, answers, { token: other });
    expect((await readApproval(server, key)).body.status).toBe('pending');
    await update(child, answers, { token: other });
    expect((await readApproval(server, key)).body.status).toBe('approved');
    expect(await audited('approvals.decide')).toMatchObject({ target: { approval_id: key } });
    await server.call('POST', `${TASKS}/${elsewhere}/cancel`);
  });

  it('an approval is the same link each time, if the project uses links', async () => {
    await approvals('links');
    const first = await callTool(server, 'asks', {}, { capabilities: LINKS });
    const { inputRequests, requestState } = first.body.result;
    const [[key, question]] = Object.entries(inputRequests as object) as [
      [string, { params: { url: string } }],
    ];
    const params = { requestState, inputResponses: {} };
    const again = await callTool(server, 'asks', {}, { capabilities: LINKS, params });
    expect(again.body.result['inputRequests']).toEqual(inputRequests);
    expect((await fetch(question.params.url)).status).toBe(200);
    const given = { approval_id: key, decision: 'approve' };
    const refused = await callTool(server, 'decide_approval', given, { token: other });
    expect(refused.body.result.content[0]?.text).toMatch(/^forbidden: /);
    await server.call('POST', `${TASKS}/${String(requestState).split('.')[0]}/cancel`);
  });

  it.each([
    ['off', {}],
    ['on_self', { scopes: ['tasks:read', 'tasks:write'] }],
  ])('no question is asked with the setting "%s" for a key with %j', async (way, more) => {
    await approvals(way);
    const token = await createApiKey({ name: 'asks', ...more });
    const id = await created('asks', { token });
    const { id: key } = await waitForApproval(server, id);
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    expect(await task(id, { token })).toMatchObject({ status: 'working' });
    await update(id, { [key]: { action: 'accept', content: { copies: 1 } } }, { token });
    expect((await readApproval(server, key)).body.status).toBe('pending');
    await server.call('POST', `${TASKS}/${id}/cancel`);
  });

  it('mcp_approvals accepts only its known values, and only from an administrator', async () => {
    expect((await approvals('on')).body).toEqual({ mcp_approvals: 'on' });
    expect((await server.call('GET', '/projects/default/mcp')).body).toEqual({
      mcp_approvals: 'on',
    });
    expect((await approvals('maybe')).status).toBe(422);
    const patch = { token: server.apiKey, body: { mcp_approvals: 'on' } };
    expect((await server.call('PATCH', '/projects/default/mcp', patch)).status).toBe(403);
  });
});
