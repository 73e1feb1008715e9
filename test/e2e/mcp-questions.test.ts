/** Tests questions to clients of revision 2025-11-25 during a call, which need no session on the server. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import { APPROVALS, decide, readApproval } from '../support/approvals.js';
import { withBody } from '../support/inline-script.js';
import { connect, MCP } from '../support/mcp.js';
import { newMetaTask } from '../support/meta-tasks.js';
import type { Answer, TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { until } from '../support/until.js';

const FORM = {
  type: 'object',
  properties: {
    copies: { type: 'integer', minimum: 1 },
    paper: { type: 'string', oneOf: [{ const: 'a4', title: 'A4' }] },
    sides: { type: 'array', items: { type: 'string', enum: ['front', 'back'] } },
  },
  required: ['copies'],
};
const PENDING = `${APPROVALS}?status=pending`;
const ACCEPT: ElicitResult = { action: 'accept', content: { copies: 2, sides: ['front'] } };
const TEXT = { type: 'text', text: expect.stringMatching(/goes on: it is waiting/) };

interface Question {
  message: string;
  mode?: string;
  requestedSchema?: unknown;
  url?: string;
}

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
  await newMetaTask(server, {
    name: 'Asks',
    identifier: 'asks',
    script_language: 'python',
    script: withBody(
      'python',
      `return reporter.ask_approval("Print?", form=${JSON.stringify(FORM)})["payload"]`,
    ),
  });
  await approvals('on_self');
});
afterAll(() => server.stop());

function approvals(way: string): Promise<Answer> {
  return server.call('PATCH', '/projects/default/mcp', { body: { mcp_approvals: way } });
}

/**
 * Calls the tool through a client that answers every question with `response`. Returns the result and the questions.
 */
async function called(
  response: ElicitResult | (() => Promise<ElicitResult>),
  modes: Record<string, object> = { form: {} },
  query = '',
): Promise<{ answer: Awaited<ReturnType<Client['callTool']>>; asked: Question[] }> {
  const asked: Question[] = [];
  const capabilities = { elicitation: modes };
  const client = await connect(server, { mode: 'legacy', capabilities, query });
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params as Question);
    return typeof response === 'function' ? response() : response;
  });
  const answer = await client.callTool({ name: 'asks', arguments: {} });
  await client.close();
  return { answer, asked };
}

async function pending(): Promise<string> {
  return until('the question', async () => {
    return (await server.call<{ id: string }[]>('GET', PENDING)).body[0]?.id;
  });
}

/** Sends the answer to a question as a separate request, as clients do. */
function send(
  approvalId: string,
  result: object,
  session: string | null,
  project = 'default',
  token = server.apiKey,
): Promise<Answer> {
  const id = `metarun:${approvalId}:${randomUUID()}`;
  return server.call('POST', MCP.replace('default', project), {
    token,
    headers: {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
      ...(session !== null && { 'Mcp-Session-Id': session }),
    },
    body: { jsonrpc: '2.0', id, result },
  });
}

it('a call asks its question on its stream and continues with the decision', async () => {
  const { answer, asked } = await called(ACCEPT);
  expect(answer.structuredContent).toEqual(ACCEPT.content);
  expect(asked).toMatchObject([{ message: 'Print?', requestedSchema: FORM }]);
  const { body } = await server.call('GET', `${APPROVALS}?status=approved`);
  expect(body).toMatchObject([{ decided_via: 'mcp' }]);
});

it('a declined question rejects the approval, and a closed one only ends the call', async () => {
  const declined = await called({ action: 'decline' });
  expect(JSON.stringify(declined.answer.content)).toContain('approval_rejected');
  const closed = await called({ action: 'cancel' });
  expect(closed.answer.content).toEqual([TEXT]);
  const id = await pending();
  const session = `mrs-form-${randomUUID()}`;
  // An answer may arrive after its call has ended, and at a server that has not seen the call.
  for (const [result, status] of [
    [{ action: 'accept', content: { copies: 0 } }, 400],
    [ACCEPT, 202],
    [{ action: 'decline' }, 202],
  ] as const)
    expect((await send(id, result, session)).status).toBe(status);
  expect((await readApproval(server, id)).body).toMatchObject({
    status: 'approved',
    payload: ACCEPT.content,
  });
});

it('an answer counts only from the caller, the project and the session that may give it', async () => {
  await called({ action: 'cancel' });
  const id = await pending();
  await server.call('POST', '/projects', { body: { name: 'Other' } });
  const made = await server.call<{ key: string }>('POST', '/projects/other/api-keys', {
    body: { name: 'other' },
  });
  await server.call('PATCH', '/projects/other/mcp', { body: { mcp_approvals: 'on_self' } });
  const session = `mrs-form-${randomUUID()}`;
  const strange = [null, 'x', `mrs-url-${randomUUID()}`, `mrs-${randomUUID()}`];
  for (const one of strange) expect((await send(id, ACCEPT, one)).status).toBe(202);
  expect((await send(id, ACCEPT, session, 'other', made.body.key)).status).toBe(202);
  await approvals('on');
  // This key has created the task.
  expect((await send(id, ACCEPT, session)).status).toBe(202);
  expect((await readApproval(server, id)).body).toMatchObject({ status: 'pending' });
  const { answer, asked } = await called(ACCEPT, { form: {} }, '?wait_seconds=0');
  expect([answer.content, asked]).toEqual([[expect.objectContaining({ type: 'text' })], []]);
  await approvals('on_self');
  const both = await until('the questions of both calls', async () => {
    const { body } = await server.call<{ id: string }[]>('GET', PENDING);
    return body.length === 2 ? body : undefined;
  });
  for (const each of both) await send(each.id, { action: 'decline' }, session);
});

it('a client that opens links gets one, and its call waits for the decision made there', async () => {
  await approvals('links');
  const open = async (): Promise<ElicitResult> => {
    await decide(server, await pending(), { decision: 'approve', payload: ACCEPT.content });
    return { action: 'accept' };
  };
  const { answer, asked } = await called(open, { url: {} });
  expect(answer.structuredContent).toEqual(ACCEPT.content);
  expect(asked).toMatchObject([{ mode: 'url', url: expect.stringMatching(/^http/) }]);
});
