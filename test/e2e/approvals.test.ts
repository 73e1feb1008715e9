import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  APPROVALS,
  type ApprovalRow,
  args,
  ask,
  asking,
  decide,
  FORM,
  readApproval,
} from '../support/approvals.js';
import { readEvents } from '../support/events.js';
import { readError, requireProblem } from '../support/http.js';
import { withBody } from '../support/inline-script.js';
import { LANGUAGES, type Language } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { runScript, TASKS, taskWhen } from '../support/tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

/** Code that catches what an approval raises and returns it after a sleep, so that the replay must return it too. */
const CAUGHT: Record<Language, (call: string) => string> = {
  python: (call) => `from metarun import ApprovalRejected, ApprovalExpired
try:
    reporter.ask_approval(${call})
    caught = None
except ApprovalRejected as error:
    caught = [type(error).__name__, error.code, error.comment, error.decided_by]
except ApprovalExpired as error:
    caught = [type(error).__name__, error.code]
reporter.sleep(1.1)
return caught`,
  typescript: (call) => `let caught: any = null;
try {
  await reporter.askApproval(${call});
} catch (error: any) {
  caught = [error.name, error.code];
  if (error.name === "ApprovalRejected") caught.push(error.comment, error.decided_by);
}
await reporter.sleep(1.1);
return caught;`,
};

describe.each(LANGUAGES)('a %s script', (language) => {
  it("a script waits for an approval and receives the person's answer", async () => {
    const proposal = { title: 'Häl', pages: [1, 2] };
    const { id, approval } = await asking(
      server,
      language,
      ask(language, 'Publish?', { proposal, form: FORM }),
      {
        params: { a: 1 },
      },
    );
    expect(approval).toMatchObject({
      task_id: id,
      prompt: 'Publish?',
      proposal,
      form: FORM,
      status: 'pending',
      automatic: false,
      decided_by: null,
      decided_at: null,
      expires_at: null,
      attempt: 1,
      phase: null,
    });
    expect(approval).not.toHaveProperty('params');
    const own = await server.call('GET', `${APPROVALS}/${approval.id}`);
    expect(own.body).toMatchObject({ params: { a: 1 } });
    const listed = async (query: string): Promise<string[]> => {
      const path = `${APPROVALS}?status=pending&${query}`;
      const { body } = await server.call<{ id: string }[]>('GET', path);
      return body.map((one) => one.id);
    };
    const { body: asked } = await server.call<{ task_type: string }>('GET', `${TASKS}/${id}`);
    expect(await listed(`task_type=${asked.task_type}`)).toContain(approval.id);
    expect(await listed('task_type=other')).toEqual([]);
    // This approval does not expire.
    expect(await listed('expires_before=2999-01-01T00:00:00Z')).not.toContain(approval.id);
    const decided = await server.call('GET', `${APPROVALS}?status=approved&task_type=other`);
    expect(requireProblem(decided).errors).toMatchObject([
      { pointer: '?task_type', message: expect.stringContaining('status=pending') },
    ]);
    const waiting = await taskWhen(server, id, ({ status }) => status === 'waiting');
    expect(waiting).toMatchObject({
      waiting_on: [{ step_id: approval.id, kind: 'approval', name: 'Publish?', until: null }],
    });
    const answer = await decide(server, approval.id, {
      decision: 'approve',
      comment: 'Go on',
      payload: { channel: 'web', copies: 2 },
      hash: approval.hash,
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        status: 'approved',
        comment: 'Go on',
        payload: { channel: 'web', copies: 2 },
        decided_via: 'api_key',
        decided_by: expect.any(String),
        decided_at: expect.any(String),
      }),
    ]);
    const result = {
      decision: 'approve',
      comment: 'Go on',
      payload: { channel: 'web', copies: 2 },
      decided_by: answer.body.decided_by,
    };
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success', result, attempt: 1 });
    const steps = await server.call('GET', `${TASKS}/${id}/steps`);
    expect(steps.body).toMatchObject([
      {
        kind: 'approval',
        name: 'Publish?',
        status: 'success',
        result,
        detail: { approval_id: approval.id },
      },
    ]);
    const path = `${TASKS}/${id}/events?types=approval`;
    const { events } = await readEvents(server, path);
    expect(events.map(({ data }) => data)).toMatchObject([
      { approval_id: approval.id, status: 'pending', prompt: 'Publish?', decided_by: null },
      { approval_id: approval.id, status: 'approved', decided_by: answer.body.decided_by },
    ]);
  });

  it('an uncaught rejection fails the task as approval_rejected', async () => {
    const { id, approval } = await asking(server, language, ask(language, 'Drop "it"?'));
    const { body } = await decide(server, approval.id, {
      decision: 'reject',
      comment: 'Too early',
    });
    expect(body).toMatchObject({ status: 'rejected', comment: 'Too early', payload: null });
    expect(await taskWhen(server, id)).toMatchObject({
      status: 'failed',
      error_code: 'approval_rejected',
      error_message: `ApprovalRejected: The approval "Drop \\"it\\"?" was rejected by ${body.decided_by}: Too early`,
      error_stack: expect.stringContaining('workflow'),
    });
  });

  it('a script can catch a rejection, which is the same on every replay', async () => {
    const { id, approval } = await asking(
      server,
      language,
      CAUGHT[language](args(language, 'Sure?')),
    );
    const { body } = await decide(server, approval.id, { decision: 'reject', comment: 'No' });
    expect(await taskWhen(server, id)).toMatchObject({
      status: 'success',
      result: ['ApprovalRejected', 'approval_rejected', 'No', body.decided_by],
    });
  });

  it('an expired approval raises an error in the script and refuses a later decision', async () => {
    const { id, approval } = await asking(
      server,
      language,
      CAUGHT[language](args(language, 'Soon?', { expires: 1.2 })),
    );
    expect(
      Date.parse(approval.expires_at ?? '') - Date.parse(approval.created_at),
    ).toBeLessThanOrEqual(1_200);
    expect(await taskWhen(server, id)).toMatchObject({
      status: 'success',
      result: ['ApprovalExpired', 'approval_expired'],
    });
    expect((await readApproval(server, approval.id)).body).toMatchObject({
      status: 'expired',
      decided_by: null,
      decided_at: expect.any(String),
    });
    expect(readError(await decide(server, approval.id, { decision: 'approve' }))).toBe(
      '409 approval_expired',
    );
  });

  it('an uncaught expiry fails the task as approval_expired', async () => {
    const { id } = await asking(server, language, ask(language, 'Now?', { expires: 1.1 }));
    expect(await taskWhen(server, id)).toMatchObject({
      status: 'failed',
      error_code: 'approval_expired',
      error_message: 'ApprovalExpired: The approval "Now?" expired before anybody decided it.',
    });
  });

  it('an approval passes at once with auto_approve and is recorded as automatic', async () => {
    const form = { type: 'object', properties: { n: { type: 'integer', default: 3 } } };
    const options = { metaTask: { auto_approve: true } };
    const passed = await runScript(
      server,
      language,
      withBody(language, ask(language, 'Auto?', { form })),
      options,
    );
    const result = {
      decision: 'approve',
      comment: null,
      payload: { n: 3 },
      decided_by: 'auto_approve',
    };
    expect(passed).toMatchObject({ status: 'success', result });
    const { body } = await server.call<ApprovalRow[]>('GET', `${APPROVALS}?task_id=${passed.id}`);
    expect(body).toMatchObject([
      {
        status: 'approved',
        automatic: true,
        decided_by: 'auto_approve',
        decided_via: 'auto_approve',
        payload: { n: 3 },
      },
    ]);
    const needed = await runScript(
      server,
      language,
      withBody(language, ask(language, 'Auto?', { form: FORM })),
      options,
    );
    expect(needed.result).toMatchObject({ payload: null });
  });

  it('an approval with an invalid form schema or a blank prompt is refused', async () => {
    const bad = await runScript(
      server,
      language,
      withBody(language, ask(language, 'Form?', { form: { type: 'strin' } })),
    );
    expect(bad).toMatchObject({ status: 'failed', error_code: 'script_error' });
    expect(bad.error_message).toMatch(/^MetarunError: form\/type /);
    const { body } = await server.call<ApprovalRow[]>('GET', `${APPROVALS}?task_id=${bad.id}`);
    expect(body).toEqual([]);
    const blank = await runScript(server, language, withBody(language, ask(language, '  ')));
    expect(blank.error_message).toMatch(/a prompt has 1 to 2000 characters/);
  });

  it('the prompt and the proposal of an approval redact secrets', async () => {
    await server.call('PUT', '/projects/default/secrets/TOKEN', {
      body: { value: 'correct-horse' },
    });
    const body =
      language === 'python'
        ? 'token = reporter.secrets.get("TOKEN")\nreporter.ask_approval("With " + token, {"a": [token]})'
        : 'const token = await reporter.secrets.get("TOKEN");\nawait reporter.askApproval("With " + token, { proposal: { a: [token] } });';
    const { id, approval } = await asking(server, language, body);
    expect(approval).toMatchObject({ prompt: 'With [redacted]', proposal: { a: ['[redacted]'] } });
    await decide(server, approval.id, { decision: 'approve' });
    expect((await taskWhen(server, id)).status).toBe('success');
  });

  it('an approval does not cover a proposal that differs on replay', async () => {
    const count =
      language === 'python'
        ? 'n = int(reporter.files.read("/n-python")) + 1 if reporter.files.exists("/n-python") else 1\nreporter.files.write("/n-python", str(n))\nreporter.ask_approval("Pay?", proposal=n)'
        : 'const n = (await reporter.files.exists("/n-ts")) ? Number(await reporter.files.read("/n-ts")) + 1 : 1;\nawait reporter.files.write("/n-ts", String(n));\nawait reporter.askApproval("Pay?", { proposal: n });';
    const { id, approval } = await asking(server, language, count);
    expect(approval.proposal).toBe(1);
    // A run that is not suspended yet continues with the decision; only the next run asks again.
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    await decide(server, approval.id, { decision: 'approve' });
    const task = await taskWhen(server, id);
    expect(task.status).toBe('failed');
    expect(task.error_message).toContain('asks for the approval of something else');
  });
});

it('a list of approvals omits large fields with fields=basic', async () => {
  const body = ask('python', 'Publish?', { proposal: { a: 1 }, form: FORM });
  const { id, approval } = await asking(server, 'python', body);
  expect(approval).toMatchObject({ proposal: { a: 1 }, form: FORM });
  const path = `${APPROVALS}?task_id=${id}`;
  const [basic] = (await server.call<ApprovalRow[]>('GET', `${path}&fields=basic`)).body;
  expect(basic).toEqual({ ...approval, proposal: null, form: null, payload: null });
  expect(await server.call('GET', `${path}&fields=none`)).toMatchObject({ status: 422 });
});
