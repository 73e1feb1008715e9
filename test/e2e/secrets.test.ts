import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Code, runBody, withBody } from '../support/inline-script.js';
import { LANGUAGES } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { logFromNow } from '../support/server-host.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, createTask, loadLogs, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const SECRETS = '/projects/default/secrets';
const VALUE = 'tr0ub4dor-"&\\3-ключ';
const PEM = '-----BEGIN TEST KEY-----\nMIIBOgIBAAJBAKj3\n4rlUZrXC\n-----END TEST KEY-----\n';
const LONG = randomBytes(24_000).toString('hex');

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const put = (name: string, value: unknown, token?: string) =>
  server.call('PUT', `${SECRETS}/${name}`, { body: { value }, ...(token && { token }) });

async function tokenFor(role: string): Promise<string> {
  const { body } = await server.call<{ token: string }>('POST', '/auth/tokens', {
    body: { name: role, role },
  });
  return body.token;
}

const READS: Code = {
  python: 'return reporter.secrets.get(params["name"])',
  typescript: 'return await reporter.secrets.get(params.name);',
};

describe('over HTTP a secret', () => {
  it('a secret shows which meta-tasks have read it, and when one last did', async () => {
    await put('WATCHED', VALUE);
    const script = withBody('typescript', READS.typescript);
    const metaTask = await createMetaTask(server, 'typescript', script, { name: 'Watcher' });
    const read = async (): Promise<{ last_read_at: string | null; read_by: string[] }> => {
      const { body } = await server.call<
        { name: string; last_read_at: string | null; read_by: string[] }[]
      >('GET', SECRETS);
      return body.find(({ name }) => name === 'WATCHED') ?? { last_read_at: null, read_by: [] };
    };
    const task = await createTask(server, metaTask, { name: 'WATCHED' });
    const { created_at } = await taskWhen(server, task);
    const known = await until('the record of a read', async () => {
      const one = await read();
      return one.read_by.length > 0 ? one : undefined;
    });
    expect(known.read_by).toEqual([metaTask]);
    expect(Date.parse(known.last_read_at ?? '')).toBeGreaterThanOrEqual(Date.parse(created_at));
    await server.call('DELETE', `${SECRETS}/WATCHED`);
    await put('WATCHED', VALUE);
    expect(await read()).toMatchObject({ last_read_at: null, read_by: [] });
    await server.call('DELETE', `${SECRETS}/WATCHED`);
  });

  it('a secret is stored, listed without its value, replaced and deleted', async () => {
    const stored = await put('API_TOKEN', VALUE);
    expect([stored.status, stored.body]).toEqual([
      201,
      {
        name: 'API_TOKEN',
        readable: true,
        hosts: [],
        updated_by: 'admin',
        created_at: expect.any(String),
        updated_at: expect.any(String),
        last_read_at: null,
        read_by: [],
        warnings: [],
      },
    ]);
    const replaced = await put('API_TOKEN', 'another value');
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({
      created_at: (stored.body as { created_at: string }).created_at,
    });
    await put('_a', 'x');
    const list = await server.call('GET', SECRETS);
    expect(list.body).toMatchObject([{ name: 'API_TOKEN' }, { name: '_a' }]);
    for (const { text } of [stored, replaced, list]) expect(text).not.toMatch(/value|tr0ub/);
    expect((await server.call('DELETE', `${SECRETS}/API_TOKEN`)).status).toBe(204);
    expect(await server.call('DELETE', `${SECRETS}/API_TOKEN`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    await server.call('DELETE', `${SECRETS}/_a`);
    expect((await server.call('GET', SECRETS)).body).toEqual([]);
  });

  it.each([
    ['prod', 'whole word'],
    ['abc', 'shorter than 4'],
  ])('storing the weak value %j answers with a warning', async (value, warning) => {
    const { status, body, text } = await put('WEAK', value);
    expect([status, body]).toMatchObject([201, { warnings: [expect.stringContaining(warning)] }]);
    expect(text).not.toContain(value);
    await server.call('DELETE', `${SECRETS}/WEAK`);
  });

  it.each(['1st', 'a-b', 'a b', 'ä', 'a'.repeat(101)])(
    'a secret cannot be named %j',
    async (name) => {
      const answer = await put(encodeURIComponent(name), 'x');
      expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    },
  );

  const NONE: unknown[] = ['', 'x'.repeat(65_537), 'ä'.repeat(32_769), 7, 'a\0b', null, { a: 1 }];
  it.each(NONE)('an invalid value of a secret is refused: %#', async (value) => {
    const answer = await put('BAD', value);
    expect([
      answer.status >= 400 && answer.status < 500,
      (await server.call('GET', SECRETS)).body,
    ]).toEqual([true, []]);
    if (typeof value === 'string' && value.length > 3)
      expect(answer.text).not.toContain(value.slice(0, 40));
  });

  it('authors see secrets, only administrators change them, and API keys can do neither', async () => {
    const [viewer, author] = [await tokenFor('viewer'), await tokenFor('author')];
    const statuses = async (token: string): Promise<number[]> => [
      (await server.call('GET', SECRETS, { token })).status,
      (await put('ROLE', 'x', token)).status,
      (await server.call('DELETE', `${SECRETS}/ROLE`, { token })).status,
    ];
    expect(await statuses(viewer)).toEqual([403, 403, 403]);
    expect(await statuses(author)).toEqual([200, 403, 403]);
    expect(await statuses(server.apiKey)).toEqual([403, 403, 403]);
    expect(await statuses(server.adminToken)).toEqual([200, 201, 204]);
  });
});

describe.each(LANGUAGES)('a %s script', (language) => {
  it.each([VALUE, PEM, LONG, ' ', 'x'])(
    'a script reads the value of a secret as it was stored: %#',
    async (value) => {
      await put('KEPT', value);
      const task = await runBody(server, language, READS, { params: { name: 'KEPT' } });
      expect(task).toMatchObject({ status: 'success', result: value });
    },
  );

  it('an unknown secret, an invalid name and a secret of another project give an error', async () => {
    const other = await server.call<{ id: string }>('POST', '/projects', {
      body: { name: 'Other' },
    });
    await server.call('PUT', `/projects/${other.body.id}/secrets/THEIRS`, { body: { value: 'x' } });
    const code: Code = {
      python: `found = []
for name in ["NONE", "THEIRS", "no name", "", 7]:
    try: found.append(reporter.secrets.get(name))
    except Exception as error: found.append(getattr(error, "code", type(error).__name__))
return found`,
      typescript: `const found: string[] = [];
for (const name of ['NONE', 'THEIRS', 'no name', '', 7])
  try { found.push(await reporter.secrets.get(name)); } catch (error: any) { found.push(error.code ?? error.name); }
return found;`,
    };
    const { result } = await runBody(server, language, code);
    expect(result).toEqual(['not_found', 'not_found', 'not_found', 'not_found', 'TypeError']);
  });

  it('a secret leaves no trace in logs, phases, events and errors', async () => {
    const log = logFromNow();
    await put('TOKEN', VALUE);
    await put('PEM', PEM);
    await put('LONG', LONG);
    const code: Code = {
      python: `import logging, subprocess, json
token, pem, long = (reporter.secrets.get(name) for name in ("TOKEN", "PEM", "LONG"))
print("token", token, token)
print(pem)
print(long)
print(json.dumps({"token": token}, ensure_ascii=False))
logging.warning("with %s", token)
reporter.log(f"a {token} b", level="debug")
subprocess.run(["echo", "child", token])
reporter.set_phase(f"Calling with {token}")
reporter.set_phase("x" * 495 + " " + token)
raise ValueError(f"bad {token} in {pem}")`,
      typescript: `const [token, pem, long] = await Promise.all(['TOKEN', 'PEM', 'LONG'].map((name) => reporter.secrets.get(name)));
console.log('token', token, token);
console.log(pem);
console.log(long);
console.log({ token });
console.error(new Error(token));
reporter.log('a ' + token + ' b', 'debug');
reporter.setPhase('Calling with ' + token);
reporter.setPhase('x'.repeat(495) + ' ' + token);
throw new RangeError('bad ' + token + ' in ' + pem);`,
    };
    const task = await runBody(server, language, code);
    expect(task).toMatchObject({ status: 'failed', error_code: 'script_error' });
    expect(task.error_message).toMatch(/Error: bad \[redacted\] in \[redacted\]/);
    const logs = await loadLogs(server, task.id);
    expect(logs.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['token [redacted] [redacted]', 'a [redacted] b']),
    );
    const events = await server.call('GET', `${TASKS}/${task.id}/events`);
    const detail = await server.call('GET', `${TASKS}/${task.id}`);
    const shown = JSON.stringify(logs) + events.text + detail.text + log();
    for (const trace of ['tr0ub', 'ключ', 'MIIBO', '4rlUZ', LONG.slice(0, 70), LONG.slice(70, 110)])
      expect(shown).not.toContain(trace);
  });

  it('a secret leaves no trace in its usual spellings, and a short word stays within other words', async () => {
    await put('TOKEN', VALUE);
    await put('USER', 'admin');
    await put('ROBOT', JSON.stringify({ type: 'robot', key: 'k3y-of-a-robot' }));
    const code: Code = {
      python: `import base64, html, json, urllib.parse
token, user, robot = (reporter.secrets.get(name) for name in ("TOKEN", "USER", "ROBOT"))
print({"token": token}, [token.encode()])
print(json.dumps({"token": token}))
print(f"https://app:{urllib.parse.quote(token, safe='')}@db/{urllib.parse.quote_plus(token)}")
print("Basic", base64.b64encode(f"user:{token}".encode()).decode())
print(html.escape(token), token.encode().hex(), json.loads(robot))
print(token.encode().hex(":"), list(token.encode()), base64.b32encode(token.encode()).decode())
print(urllib.parse.quote(urllib.parse.quote(token, safe=''), safe=''))
print(base64.urlsafe_b64encode(json.dumps({"sub": "app", "key": token}).encode()).decode())
print("administrator of admin tools")`,
      typescript: `const [token, user, robot] = await Promise.all(['TOKEN', 'USER', 'ROBOT'].map((name) => reporter.secrets.get(name)));
const bytes = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));
console.log({ token }, [token]);
console.log(JSON.stringify({ token }));
console.log('https://app:' + encodeURIComponent(token) + '@db/?' + new URLSearchParams({ token }));
console.log('Basic', btoa(bytes('user:' + token)));
console.log(token.replaceAll('"', '&quot;').replaceAll('&\\\\', '&amp;\\\\'), JSON.parse(robot));
const numbers = [...new TextEncoder().encode(token)];
const pairs = numbers.map((byte) => byte.toString(16).padStart(2, '0'));
console.log(pairs.join(' '), pairs.map((pair) => '0x' + pair).join(', '), JSON.stringify(numbers));
console.log(encodeURIComponent(encodeURIComponent(token)));
console.log(btoa(bytes(JSON.stringify({ sub: 'app', key: token }))));
console.log('administrator of admin tools');`,
    };
    const task = await runBody(server, language, code);
    expect(task).toMatchObject({ status: 'success' });
    const texts = (await loadLogs(server, task.id)).map(({ text }) => text);
    expect(texts).toContain('administrator of [redacted] tools');
    const shown = texts.join('\n');
    // Parts of the secret in UTF-8, in hex and in base64.
    for (const trace of [
      'tr0ub',
      '3-',
      'u043a',
      'D0%BA',
      'd0ba',
      'd0:ba',
      'd0 ba',
      '0xd0',
      '208, 186',
      '208,186',
      'ORZD',
      '25D0',
      'dHIwdW',
      'RyMHVi',
      '0cjB1Y',
      'k3y-of',
    ])
      expect(shown).not.toContain(trace);
    expect(shown.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(12);
  });
});
