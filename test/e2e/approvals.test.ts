import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  approvalOf,
  APPROVALS,
  type ApprovalRow,
  asking,
  ASKS,
  decide,
  readApproval,
} from '../support/approvals.js';
import { readEvents } from '../support/events.js';
import { codeOf, problemOf } from '../support/http.js';
import { withBody } from '../support/inline-script.js';
import { LANGUAGES, type Language } from '../support/scripts.js';
import { startServer, type TestServer } from '../support/server.js';
import { logsOf, runScript, type TaskDetail, TASKS, taskWhen } from '../support/tasks.js';

const FORM = {
  type: 'object',
  required: ['channel'],
  properties: { channel: { enum: ['web', 'mail'] }, copies: { type: 'integer', minimum: 1 } },
};
const AS_ARGS: Record<Language, (value: unknown) => string> = {
  python: (value) => `__import__("json").loads(${JSON.stringify(JSON.stringify(value))})`,
  typescript: (value) => JSON.stringify(value),
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Arguments of a question, in the words of the language. */
function args(
  language: Language,
  prompt: string,
  more: { proposal?: unknown; form?: unknown; expires?: number } = {},
): string {
  const json = AS_ARGS[language];
  const given = Object.entries(more).map(([name, value]) => {
    const own =
      name === 'expires' ? { python: 'expires_in', typescript: 'expiresIn' }[language] : name;
    return language === 'python' ? `${own}=${json(value)}` : `${own}: ${json(value)}`;
  });
  const rest = language === 'python' ? given : given.length > 0 ? [`{ ${given.join(', ')} }`] : [];
  return [JSON.stringify(prompt), ...rest].join(', ');
}

function ask(language: Language, prompt: string, more = {}): string {
  return ASKS[language](args(language, prompt, more));
}

/** Catches what an approval raises, and tells it behind a sleep, so that a replay tells it too. */
const CAUGHT: Record<Language, (call: string) => string> = {
  python: (call) => `from metarun import ApprovalRejected, ApprovalExpired
try:
    reporter.ask_approval(${call})
    told = None
except ApprovalRejected as error:
    told = [type(error).__name__, error.code, error.comment, error.decided_by]
except ApprovalExpired as error:
    told = [type(error).__name__, error.code]
reporter.sleep(1.1)
return told`,
  typescript: (call) => `let told: any = null;
try {
  await reporter.askApproval(${call});
} catch (error: any) {
  told = [error.name, error.code];
  if (error.name === "ApprovalRejected") told.push(error.comment, error.decided_by);
}
await reporter.sleep(1.1);
return told;`,
};

describe.each(LANGUAGES)('a %s script', (language) => {
  it('waits for a person, and gets what they answer', async () => {
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
    });
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

  it('fails by a rejection that it does not catch', async () => {
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

  it('may catch a rejection, which is the same at every replay', async () => {
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

  it('hears that nobody decided in time, and so does whoever decides after it', async () => {
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
    expect(codeOf(await decide(server, approval.id, { decision: 'approve' }))).toBe(
      '409 approval_expired',
    );
  });

  it('fails as approval_expired where it does not catch that', async () => {
    const { id } = await asking(server, language, ask(language, 'Now?', { expires: 1.1 }));
    expect(await taskWhen(server, id)).toMatchObject({
      status: 'failed',
      error_code: 'approval_expired',
      error_message: 'ApprovalExpired: The approval "Now?" expired before anybody decided it.',
    });
  });

  it('passes at once with auto_approve, which is recorded as such', async () => {
    const form = { type: 'object', properties: { n: { type: 'integer', default: 3 } } };
    const options = { taskType: { auto_approve: true } };
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

  it('is refused a form that is no JSON Schema, and a prompt that says nothing', async () => {
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

  it('shows nobody a secret that it has read', async () => {
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

  it('is not let pass with anything else than what was put forward', async () => {
    const count =
      language === 'python'
        ? 'n = int(reporter.files.read("/n-python")) + 1 if reporter.files.exists("/n-python") else 1\nreporter.files.write("/n-python", str(n))\nreporter.ask_approval("Pay?", proposal=n)'
        : 'const n = (await reporter.files.exists("/n-ts")) ? Number(await reporter.files.read("/n-ts")) + 1 : 1;\nawait reporter.files.write("/n-ts", String(n));\nawait reporter.askApproval("Pay?", { proposal: n });';
    const { id, approval } = await asking(server, language, count);
    expect(approval.proposal).toBe(1);
    await decide(server, approval.id, { decision: 'approve' });
    const task = await taskWhen(server, id);
    expect(task.status).toBe('failed');
    expect(task.error_message).toContain('asks for the approval of something else');
  });
});

describe('a decision', () => {
  const plain = ASKS.python('"Go?"');

  it('is taken once; the second, and each that names another hash or fails the form, changes nothing', async () => {
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
      expect(codeOf(answer)).toBe(code);
      if (pointer !== undefined) expect(problemOf(answer).errors[0]?.pointer).toBe(pointer);
    }
    expect((await readApproval(server, approval.id)).body).toEqual(approval);
    const payload = { channel: 'mail' };
    expect((await decide(server, approval.id, { decision: 'approve', payload })).status).toBe(200);
    const again = await decide(server, approval.id, { decision: 'reject' });
    expect(codeOf(again)).toBe('409 approval_decided');
    expect(problemOf(again).detail).toMatch(/^The approval is approved already, by .+\.$/);
    expect(await taskWhen(server, id)).toMatchObject({ result: { payload } });
  });

  it('of several at the same moment is that of one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, approval } = await asking(server, 'typescript', ASKS.typescript('"Go?"'));
      const answers = await Promise.all(
        ['approve', 'reject', 'approve', 'reject'].map((decision) =>
          decide(server, approval.id, { decision, comment: decision }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const taken = answers.find(({ status }) => status === 200)?.body;
      expect((await readApproval(server, approval.id)).body).toEqual(taken);
      const task = await taskWhen(server, id);
      expect(task.status).toBe(taken?.status === 'approved' ? 'success' : 'failed');
      const { events } = await readEvents(server, `${TASKS}/${id}/events?types=approval`);
      expect(events).toHaveLength(2);
    }
  });

  it('is bound to a hash that anybody can compute anew', async () => {
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

  it('needs the scope, and names who decided', async () => {
    const { id, approval } = await asking(server, 'python', plain);
    const key = await server.call<{ key: string }>('POST', '/projects/default/api-keys', {
      body: { name: 'reader', scopes: ['tasks:read', 'tasks:write'] },
    });
    const reader = key.body.key;
    expect(
      (await server.call('GET', `${APPROVALS}/${approval.id}`, { token: reader })).status,
    ).toBe(200);
    const refused = await decide(server, approval.id, { decision: 'approve' }, reader);
    expect(codeOf(refused)).toBe('403 forbidden');
    expect(problemOf(refused).detail).toContain('approvals:write');
    const link = await server.call('POST', `${APPROVALS}/${approval.id}/links`, {
      body: { name: 'x' },
      token: reader,
    });
    expect(codeOf(link)).toBe('403 forbidden');
    const { body } = await decide(server, approval.id, { decision: 'approve' }, server.adminToken);
    expect(body).toMatchObject({ decided_by: 'admin', decided_via: 'access_token' });
    await taskWhen(server, id);
  });

  it('comes too late once the task was cancelled, which cancels what it has asked', async () => {
    const { id, approval } = await asking(server, 'python', plain);
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    await server.call('POST', `${TASKS}/${id}/cancel`);
    expect((await readApproval(server, approval.id)).body).toMatchObject({
      status: 'cancelled',
      decided_by: null,
      decided_at: expect.any(String),
    });
    expect(codeOf(await decide(server, approval.id, { decision: 'approve' }))).toBe(
      '409 approval_cancelled',
    );
    await server.call('POST', `${TASKS}/${id}/retry`);
    const anew = await approvalOf(server, id);
    expect(anew.id).not.toBe(approval.id);
    await decide(server, anew.id, { decision: 'approve' });
    expect((await taskWhen(server, id)).status).toBe('success');
    const { body } = await server.call<ApprovalRow[]>('GET', `${APPROVALS}?task_id=${id}`);
    expect(body.map(({ status }) => status)).toEqual(['approved', 'cancelled']);
  });

  it('that rejected is asked for again when the task is retried by hand', async () => {
    const { id, approval } = await asking(server, 'typescript', ASKS.typescript('"Retry?"'));
    await decide(server, approval.id, { decision: 'reject' });
    expect((await taskWhen(server, id)).error_code).toBe('approval_rejected');
    await server.call('POST', `${TASKS}/${id}/retry`);
    const anew = await approvalOf(server, id);
    await decide(server, anew.id, { decision: 'approve' });
    const task = await taskWhen(server, id);
    expect(task).toMatchObject({ status: 'success', attempt: 2 });
    expect((await readApproval(server, approval.id)).body.status).toBe('rejected');
  });

  it('is not told by what a script says of itself', async () => {
    const forged = await runScript(
      server,
      'python',
      withBody('python', 'from metarun import ApprovalRejected\nraise ApprovalRejected("no")'),
    );
    expect(forged).toMatchObject({ error_code: 'script_error' });
  });
});

it('several approvals may wait at once, in a list with pages', async () => {
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
  expect(codeOf(await list('status=odd'))).toBe('422 validation_failed');
  expect(codeOf(await server.call('GET', `${APPROVALS}?task_id=7`))).toBe('422 validation_failed');
  expect(codeOf(await readApproval(server, id))).toBe('404 not_found');
  expect(codeOf(await readApproval(server, 'odd'))).toBe('404 not_found');
  const logs: TaskDetail = await taskWhen(server, id);
  expect(await logsOf(server, logs.id)).toEqual([]);
});
