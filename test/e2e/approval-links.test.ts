import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { APPROVALS, asking, ASKS, decide, readApproval } from '../support/approvals.js';
import { dump } from '../support/database-dump.js';
import { readError } from '../support/http.js';
import { type Answer, call, type TestServer } from '../support/server.js';
import { runScript, TASKS, taskWhen } from '../support/tasks.js';
import { withBody } from '../support/inline-script.js';
import { type Language, LANGUAGES } from '../support/scripts.js';
import type { Wire } from '../support/wire.js';

type Link = Wire['CreatedApprovalLinkDto'];

const EVIL = '<script>alert("1")</script>';
const FORM = `{
  type: 'object',
  required: ['channel', 'note'],
  properties: {
    channel: { enum: ['web', 'mail'], title: 'Where' },
    note: { type: 'string', minLength: 3, title: ${JSON.stringify(EVIL)}, default: '"><b>x' },
    copies: { type: 'integer', description: 'How many', default: 2 },
    agreed: { type: 'boolean' },
    author: { type: 'object', properties: { name: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
}`;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function linkTo(approvalId: string, name = 'Ada'): Promise<Link> {
  const path = `${APPROVALS}/${approvalId}/links`;
  const { status, body } = await server.call<Link>('POST', path, { body: { name } });
  expect(status).toBe(201);
  return body;
}

/** Requests a page as a browser does, with no credentials but the link. */
function open(url: string): Promise<Answer<string>> {
  return call(url, 'GET', '', { token: null });
}

async function post(url: string, fields: Record<string, string>): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return fetch(url, { method: 'POST', body, redirect: 'manual' });
}

/** Returns the policy's source expression for the inline script of a page. */
function buildScriptPolicy(html: string): string {
  const script = /<script>([^]*?)<\/script>/.exec(html)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

async function asked(): Promise<{ id: string; approvalId: string; link: Link }> {
  const options = `{ proposal: { text: ${JSON.stringify(EVIL)}, n: [1] }, form: ${FORM} }`;
  const body = ASKS.typescript(`${JSON.stringify(`Publish ${EVIL}?`)}, ${options}`);
  const { id, approval } = await asking(server, 'typescript', body);
  return { id, approvalId: approval.id, link: await linkTo(approval.id) };
}

describe('the page of a link', () => {
  it('the approval page escapes what is asked, shows the form, and decides nothing when opened', async () => {
    const { approvalId, link } = await asked();
    expect(link).toMatchObject({ name: 'Ada', used_at: null, expires_at: null });
    expect(new URL(link.url).origin).toBe(server.url);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await fetch(link.url, { method });
      expect(page.status).toBe(200);
    }
    const { text, headers } = await open(link.url);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; script-src 'sha256-[A-Za-z0-9+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    // The page's only script, which the policy allows; it shows times in the reader's time zone.
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(buildScriptPolicy(text)).toBe(policy.match(/script-src ('[^']+')/)?.[1]);
    expect(text).not.toContain('"><b>');
    expect(text).not.toMatch(/(src|href)=/);
    expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
    for (const name of ['channel', 'note', 'copies', 'agreed', 'author/name', 'tags'])
      expect(text).toContain(`name="/payload/${name}"`);
    expect(text).toContain('value="2"');
    expect(text).toContain('You decide as Ada');
    expect((await readApproval(server, approvalId)).body.status).toBe('pending');
  });

  it('the approval page accepts one valid answer and then shows the decision', async () => {
    const { id, approvalId, link } = await asked();
    const { body: approval } = await readApproval(server, approvalId);
    const fields = {
      hash: approval.hash,
      decision: 'approve',
      comment: 'Line 1\r\nLine 2',
      '/payload/channel': '1',
      '/payload/note': 'Good',
      '/payload/copies': '',
      '/payload/agreed': 'on',
      '/payload/author/name': 'Grace',
      '/payload/tags': '["a"]',
    };
    const wrong = await post(link.url, {
      ...fields,
      '/payload/note': 'No',
      '/payload/copies': 'many',
      '/payload/tags': '[',
    });
    expect(wrong.status).toBe(422);
    const page = await wrong.text();
    expect(page.match(/class="error"/g)).toHaveLength(3);
    expect(page).toContain('>\nLine 1\nLine 2</textarea>');
    expect((await readApproval(server, approvalId)).body).toEqual(approval);

    const taken = await post(link.url, fields);
    expect(taken.status).toBe(303);
    expect(new URL(taken.headers.get('location') ?? '', link.url).href).toBe(link.url);
    const payload = {
      channel: 'mail',
      note: 'Good',
      agreed: true,
      author: { name: 'Grace' },
      tags: ['a'],
    };
    expect((await readApproval(server, approvalId)).body).toMatchObject({
      status: 'approved',
      payload,
      comment: 'Line 1\nLine 2',
      decided_by: 'Ada',
      decided_via: 'link',
    });
    expect(await taskWhen(server, id)).toMatchObject({ result: { payload, decided_by: 'Ada' } });
    const after = await open(link.url);
    expect([after.status, after.text]).toEqual([200, expect.stringContaining('Approved by Ada')]);
    expect(after.text).not.toContain('<form');
    const again = await post(link.url, { ...fields, decision: 'reject' });
    expect([again.status, await again.text()]).toEqual([
      409,
      expect.stringContaining('The approval is approved already, by Ada.'),
    ]);
  });

  it('the approval page renders Markdown, lists and titles, and explains a pattern mismatch', async () => {
    const options = `{
      proposal: { files: ['/a', '/b'], sizes: [{ name: 'a', kb: 1 }, { name: 'b', kb: 2 }] },
      form: { type: 'object', properties: { code: {
        type: 'string', title: 'Cost centre', pattern: '^[A-Z]{2}[0-9]+$', examples: ['AB12'] } } },
    }`;
    const prompt = JSON.stringify('Delete **all** of these?');
    const body = ASKS.typescript(`${prompt}, ${options}`);
    const { approval } = await asking(server, 'typescript', body);
    const { url } = await linkTo(approval.id);
    const { text } = await open(url);
    expect(text).toContain('<h1>Delete <strong>all</strong> of these?</h1>');
    expect(text).toContain('<li>/a</li>');
    expect(text).toMatch(/<th scope="col">\s*kb/);
    const wrong = await post(url, { decision: 'approve', '/payload/code': 'x' });
    expect(await wrong.text()).toContain(
      'It does not have the form that is asked for, such as “AB12”.',
    );
    await post(url, { decision: 'approve', '/payload/code': 'AB12' });
    expect((await open(url)).text).toMatch(/<dt>Cost centre<\/dt>\s*<dd>AB12<\/dd>/);
  });

  it('a rejection by link ignores the form', async () => {
    const { id, approvalId, link } = await asked();
    expect((await post(link.url, { decision: 'reject', comment: '' })).status).toBe(303);
    expect((await readApproval(server, approvalId)).body).toMatchObject({
      status: 'rejected',
      comment: null,
      payload: null,
    });
    expect((await taskWhen(server, id)).error_code).toBe('approval_rejected');
  });

  it('invalid answers to the approval page are refused and decide nothing', async () => {
    const { approvalId, link } = await asked();
    const refused: [Record<string, string>, number][] = [
      [{}, 422],
      [{ decision: 'maybe' }, 422],
      [{ decision: 'approve', hash: '0'.repeat(64) }, 409],
      [{ decision: 'reject', comment: 'x'.repeat(2001) }, 422],
    ];
    for (const [fields, status] of refused) {
      const answer = await post(link.url, fields);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'text/html; charset=utf-8',
      ]);
    }
    const json = await call(link.url, 'POST', '', { token: null, body: { decision: 'reject' } });
    expect(json.status).toBe(415);
    const file = new FormData();
    file.append('decision', new Blob(['approve']), 'a.txt');
    expect((await fetch(link.url, { method: 'POST', body: file })).status).toBe(400);
    expect((await readApproval(server, approvalId)).body.status).toBe('pending');
  });

  it('a revoked, guessed or forged link answers 404 and decides nothing', async () => {
    const { approvalId, link } = await asked();
    const other = await linkTo(approvalId, 'Grace');
    const path = `${APPROVALS}/${approvalId}/links`;
    expect((await server.call('DELETE', `${path}/${link.id}`)).status).toBe(204);
    expect((await server.call('DELETE', `${path}/${link.id}`)).status).toBe(204);
    expect(readError(await server.call('DELETE', `${path}/${approvalId}`))).toBe('404 not_found');
    const token = other.url.split('/').at(-1) ?? '';
    const base = `${server.url}/approve`;
    const forged = `${base}/${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const url of [link.url, forged, `${base}/x`, `${base}/${'A'.repeat(64)}`]) {
      expect((await open(url)).status).toBe(404);
      expect((await post(url, { decision: 'reject' })).status).toBe(404);
    }
    expect((await readApproval(server, approvalId)).body.status).toBe('pending');
    const { body } = await server.call<Link[]>('GET', path);
    expect(body).toMatchObject([
      { name: 'Ada', revoked_at: expect.any(String) },
      { name: 'Grace', revoked_at: null },
    ]);
    expect(JSON.stringify(body)).not.toContain(token.slice(22));
    expect(await dump(server)).not.toContain(token.slice(22));
  });

  it("the URL of a link begins with the server's own address, whatever the Host header says", async () => {
    const { approvalId } = await asked();
    // `fetch` sets `Host` itself.
    const url = new URL(`${server.url}${APPROVALS}/${approvalId}/links`);
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Authorization: `Bearer ${server.apiKey}`,
      'Content-Type': 'application/json',
    };
    const text = await new Promise<string>((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers }, (answer) => {
        let received = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
        answer.on('end', () => resolve(received));
      });
      sent.on('error', reject).end('{"name":"Ada"}');
    });
    expect(JSON.parse(text)).toMatchObject({
      url: expect.stringMatching(`^${server.url}/approve/`),
    });
  });

  it('the approval page shows that a cancelled approval is no longer needed', async () => {
    const { id, approvalId, link } = await asked();
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    await server.call('POST', `${TASKS}/${id}/cancel`);
    expect((await open(link.url)).text).toContain('No longer needed');
    expect((await post(link.url, { decision: 'reject' })).status).toBe(409);
    const path = `${APPROVALS}/${approvalId}/links`;
    const late = await server.call('POST', path, { body: { name: 'Late' } });
    expect(readError(late)).toBe('409 approval_cancelled');
  });
});

it('only one of two links that decide at the same moment succeeds', async () => {
  const { approvalId, link } = await asked();
  const other = await linkTo(approvalId, 'Grace');
  const answers = await Promise.all(
    [link, other].map(({ url }) => post(url, { decision: 'reject' })),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 409]);
  const { body } = await server.call<Link[]>('GET', `${APPROVALS}/${approvalId}/links`);
  expect(body.filter(({ used_at }) => used_at !== null)).toHaveLength(1);
});

describe.each(LANGUAGES)('a %s script that asks', (language) => {
  const bodies: Record<Language, string> = {
    python: `reporter.step("before", lambda: 1)
def notify(approval):
    n = int(reporter.files.read("/n")) + 1 if reporter.files.exists("/n") else 1
    reporter.files.write("/n", str(n))
    reporter.files.write("/link", approval.link("Ada"))
    return approval
answer = reporter.ask_approval("Go?", expires_in=3600, notify=notify)
reporter.step("after", lambda: 2)
return [answer["decided_by"], reporter.files.read("/n")]`,
    typescript: `await reporter.step('before', () => 1);
const answer = await reporter.askApproval('Go?', { expiresIn: 3600, notify: async (approval) => {
  const n = (await reporter.files.exists('/n')) ? Number(await reporter.files.read('/n')) + 1 : 1;
  await reporter.files.write('/n', String(n));
  await reporter.files.write('/link', await approval.link('Ada'));
  return approval;
} });
await reporter.step('after', () => 2);
return [answer.decided_by, await reporter.files.read('/n')];`,
  };

  it('a script sends a link once before it waits and resumes with the decision', async () => {
    await server.call('DELETE', '/external/v1/projects/default/files?path=/n');
    const { id, approval } = await asking(server, language, bodies[language]);
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    const { text: url } = await server.call(
      'GET',
      '/external/v1/projects/default/files/raw?path=/link',
    );
    expect((await open(url)).text).toContain('You decide as Ada');
    expect((await post(url, { decision: 'approve', hash: approval.hash })).status).toBe(303);
    const task = await taskWhen(server, id);
    expect(task).toMatchObject({ status: 'success', result: ['Ada', '1'] });
    const { body: steps } = await server.call('GET', `${TASKS}/${id}/steps`);
    expect(steps).toMatchObject([
      { name: 'before', ordered: true },
      { kind: 'approval', ordered: true },
      { name: 'notify: Go?', ordered: true },
      { name: 'after', ordered: true },
    ]);
    const { body: links } = await server.call('GET', `${APPROVALS}/${approval.id}/links`);
    expect(links).toMatchObject([{ name: 'Ada', created_by: expect.stringMatching(/^task /) }]);
  });

  it('a decision that arrives before the script has made its link still resumes the script', async () => {
    const body: Record<Language, string> = {
      python: `def notify(approval):
    while not reporter.files.exists("/decided"):
        pass
    reporter.files.write("/late-link", approval.link("Ada"))
return reporter.ask_approval("Go?", notify=notify)["comment"]`,
      typescript: `return (await reporter.askApproval('Go?', { notify: async (approval) => {
  while (!(await reporter.files.exists('/decided')));
  await reporter.files.write('/late-link', await approval.link('Ada'));
} })).comment;`,
    };
    const files = '/external/v1/projects/default/files';
    const { id, approval } = await asking(server, language, body[language]);
    await decide(server, approval.id, { decision: 'approve', comment: 'At once' });
    await server.call('PUT', `${files}/content`, { body: { path: '/decided', content: 'yes' } });
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success', result: 'At once' });
    const { text: url } = await server.call('GET', `${files}/raw?path=/late-link`);
    expect((await open(url)).text).toContain('Approved by');
    await server.call('DELETE', `${files}?path=/decided`);
  });

  it('no notification is sent if the approval is automatic', async () => {
    const body: Record<Language, string> = {
      python:
        'def notify(approval):\n    raise ValueError("called")\nreturn reporter.ask_approval("Go?", notify=notify)["decided_by"]',
      typescript:
        "const { decided_by } = await reporter.askApproval('Go?', { notify: () => { throw new Error('called'); } });\nreturn decided_by;",
    };
    const task = await runScript(server, language, withBody(language, body[language]), {
      metaTask: { auto_approve: true },
    });
    expect(task).toMatchObject({ status: 'success', result: 'auto_approve' });
  });
});
