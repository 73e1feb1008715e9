import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  waitForApproval,
  APPROVALS,
  type ApprovalRow,
  ask,
  asking,
  ASKS,
  decide,
  FORM,
  readApproval,
} from '../support/approvals.js';
import { readEvents } from '../support/events.js';
import { readError, requireProblem } from '../support/http.js';
import { withBody } from '../support/inline-script.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { runScript, TASKS, taskWhen } from '../support/tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

describe('a decision', () => {
  const plain = ASKS.python('"Go?"');

  it('an approval accepts one valid decision, and refused decisions change nothing', async () => {
    const { id, approval } = await asking(
      server,
      'python',
      ask('python', 'Which?', { form: FORM }),
    );
    const refused: [Record<string, unknown>, string, string?][] = [
      [{ decision: 'approve' }, '422 invalid_payload', '/payload'],
      [
        { decision: 'approve', payload: { channel: 'fax' } },
        '422 invalid_payload',
        '/payload/channel',
      ],
      [
        { decision: 'approve', payload: { channel: 'web', copies: 0 } },
        '422 invalid_payload',
        '/payload/copies',
      ],
      [{ decision: 'reject', payload: { channel: 'web' } }, '422 validation_failed', '/payload'],
      [{ decision: 'maybe' }, '422 validation_failed', '/decision'],
      [{ decision: 'reject', comment: 'x'.repeat(2001) }, '422 validation_failed', '/comment'],
      [{ decision: 'reject', colour: 'red' }, '422 validation_failed', '/colour'],
      [{ decision: 'approve', hash: 'x' }, '422 validation_failed', '/hash'],
      [{ decision: 'approve', payload: { channel: 'web' }, hash: '0'.repeat(64) }, '409 conflict'],
    ];
    for (const [body, code, pointer] of refused) {
      const answer = await decide(server, approval.id, body);
      expect(readError(answer)).toBe(code);
      if (pointer !== undefined) expect(requireProblem(answer).errors[0]?.pointer).toBe(pointer);
    }
    expect((await readApproval(server, approval.id)).body).toEqual({ ...approval, params: {} });
    const payload = { channel: 'mail' };
    expect((await decide(server, approval.id, { decision: 'approve', payload })).status).toBe(200);
    const again = await decide(server, approval.id, { decision: 'reject' });
    expect(readError(again)).toBe('409 approval_decided');
    expect(requireProblem(again).detail).toMatch(/^The approval is approved already, by .+\.$/);
    expect(await taskWhen(server, id)).toMatchObject({ result: { payload } });
  });

  it.each<[what: string, question: object, payload: object]>([
    [
      'the form as it is filled in',
      { form: { ...FORM, default: { channel: 'web' } }, proposal: { channel: 'mail' } },
      { channel: 'web' },
    ],
    ['the proposal', { form: FORM, proposal: { channel: 'mail' } }, { channel: 'mail' }],
  ])('an approval without a payload approves %s', async (_, question, payload) => {
    const { id, approval } = await asking(server, 'python', ask('python', 'Which?', question));
    expect((await decide(server, approval.id, { decision: 'approve' })).status).toBe(200);
    expect(await taskWhen(server, id)).toMatchObject({ result: { payload } });
  });

  it('only one of several simultaneous decisions takes effect', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, approval } = await asking(server, 'typescript', ASKS.typescript('"Go?"'));
      const answers = await Promise.all(
        ['approve', 'reject', 'approve', 'reject'].map((decision) =>
          decide(server, approval.id, { decision, comment: decision }),
        ),
      );
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        200, 409, 409, 409,
      ]);
      const taken = answers.find(({ status }) => status === 200)?.body;
      expect((await readApproval(server, approval.id)).body).toEqual({ ...taken, params: {} });
      const task = await taskWhen(server, id);
      expect(task.status).toBe(taken?.status === 'approved' ? 'success' : 'failed');
      const { events } = await readEvents(server, `${TASKS}/${id}/events?types=approval`);
      expect(events).toHaveLength(2);
    }
  });

  it('any client can recompute the hash of an approval', async () => {
    const { approval } = await asking(
      server,
      'python',
      ask('python', 'Hash?', { proposal: { b: 1, a: 'ü' } }),
      {
        params: { z: 1, y: 2 },
      },
    );
    const { body } = await server.call<{ task_type: string }>(
      'GET',
      `${TASKS}/${approval.task_id}`,
    );
    const text = `{"params":{"y":2,"z":1},"prompt":"Hash?","proposal":{"a":"ü","b":1},"task_type":${JSON.stringify(body.task_type)},"version":1}`;
    expect(approval.hash).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('a decision requires the scope approvals:write and records who decided', async () => {
    const { id, approval } = await asking(server, 'python', plain);
    const key = await server.call<{ key: string }>('POST', '/projects/default/api-keys', {
      body: { name: 'reader', scopes: ['tasks:read', 'tasks:write'] },
    });
    const reader = key.body.key;
    expect(
      (await server.call('GET', `${APPROVALS}/${approval.id}`, { token: reader })).status,
    ).toBe(200);
    const refused = await decide(server, approval.id, { decision: 'approve' }, reader);
    expect(readError(refused)).toBe('403 forbidden');
    expect(requireProblem(refused).detail).toContain('approvals:write');
    const link = await server.call('POST', `${APPROVALS}/${approval.id}/links`, {
      body: { name: 'x' },
      token: reader,
    });
    expect(readError(link)).toBe('403 forbidden');
    const { body } = await decide(server, approval.id, { decision: 'approve' }, server.adminToken);
    expect(body).toMatchObject({ decided_by: 'admin', decided_via: 'access_token' });
    await taskWhen(server, id);
  });

  it('a cancelled task cancels its approval, and a retry asks again', async () => {
    const { id, approval } = await asking(server, 'python', plain);
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    await server.call('POST', `${TASKS}/${id}/cancel`);
    expect((await readApproval(server, approval.id)).body).toMatchObject({
      status: 'cancelled',
      decided_by: null,
      decided_at: expect.any(String),
    });
    expect(readError(await decide(server, approval.id, { decision: 'approve' }))).toBe(
      '409 approval_cancelled',
    );
    await server.call('POST', `${TASKS}/${id}/retry`);
    const renewed = await waitForApproval(server, id);
    expect(renewed.id).not.toBe(approval.id);
    await decide(server, renewed.id, { decision: 'approve' });
    expect(await taskWhen(server, id)).toMatchObject({ error_message: null, status: 'success' });
    const { body } = await server.call<ApprovalRow[]>('GET', `${APPROVALS}?task_id=${id}`);
    expect(body.map(({ status }) => status)).toEqual(['approved', 'cancelled']);
  });

  it('a rejected approval is requested again when the task is retried by hand', async () => {
    const { id, approval } = await asking(server, 'typescript', ASKS.typescript('"Retry?"'));
    await decide(server, approval.id, { decision: 'reject' });
    expect((await taskWhen(server, id)).error_code).toBe('approval_rejected');
    await server.call('POST', `${TASKS}/${id}/retry`);
    const renewed = await waitForApproval(server, id);
    await decide(server, renewed.id, { decision: 'approve' });
    const task = await taskWhen(server, id);
    expect(task).toMatchObject({ status: 'success', attempt: 2 });
    expect((await readApproval(server, approval.id)).body.status).toBe('rejected');
  });

  it('a script cannot forge a rejection by raising the error itself', async () => {
    const forged = await runScript(
      server,
      'python',
      withBody('python', 'from metarun import ApprovalRejected\nraise ApprovalRejected("no")'),
    );
    expect(forged).toMatchObject({ error_code: 'script_error' });
  });
});

it('several approvals of a task wait at once and are listed in pages', async () => {
  const body = `const asks = ['a', 'b', 'c'].map((name) => reporter.askApproval(name));
return (await Promise.all(asks)).map(({ comment }) => comment);`;
  const { id } = await asking(server, 'typescript', body);
  await taskWhen(server, id, ({ status }) => status === 'waiting');
  const list = async (query: string) =>
    server.call<ApprovalRow[]>('GET', `${APPROVALS}?task_id=${id}&${query}`);
  const first = await list('limit=2&status=pending');
  expect(first.body).toHaveLength(2);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await server.call<ApprovalRow[]>('GET', next);
  expect(second.headers.get('link')).toBeNull();
  const all = [...first.body, ...second.body];
  expect(all.map(({ prompt }) => prompt)).toEqual(['c', 'b', 'a']);
  for (const { id: one, prompt } of all)
    await decide(server, one, { decision: 'approve', comment: prompt });
  expect(await taskWhen(server, id)).toMatchObject({ result: ['a', 'b', 'c'], attempt: 1 });
  expect((await list('status=approved')).body).toHaveLength(3);
  expect((await list('status=pending')).body).toEqual([]);
  expect(readError(await list('status=odd'))).toBe('422 validation_failed');
  expect(readError(await server.call('GET', `${APPROVALS}?task_id=7`))).toBe(
    '422 validation_failed',
  );
  expect(readError(await readApproval(server, id))).toBe('404 not_found');
  expect(readError(await readApproval(server, 'odd'))).toBe('404 not_found');
});
